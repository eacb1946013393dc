CREATE TABLE `client` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`name` text NOT NULL,
	`scope` text NOT NULL,
	`expires_at` integer,
	`secret_hash` text,
	`former_secret_hash` text,
	`former_secret_until` integer,
	`jwks` text,
	`last_used_at` integer,
	FOREIGN KEY (`id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `client_id_unique` ON `client` (`id`);--> statement-breakpoint
CREATE TABLE `client_assertion` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `client_assertion_expiry` ON `client_assertion` (`expires_at`);
--> statement-breakpoint
CREATE TRIGGER client_ends_logins AFTER UPDATE OF scope, expires_at, jwks ON client WHEN NEW.scope IS NOT OLD.scope OR NEW.expires_at IS NOT OLD.expires_at OR NEW.jwks IS NOT OLD.jwks BEGIN UPDATE login_session SET revoked_at = NEW.updated_at WHERE user_id = NEW.id AND revoked_at IS NULL; END;
