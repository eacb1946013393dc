CREATE TABLE `mail_count` (
	`counter` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`n` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `mail_count_age` ON `mail_count` (`day`);--> statement-breakpoint
CREATE TABLE `forgot_token` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `forgot_token_user` ON `forgot_token` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `forgot_token_age` ON `forgot_token` (`created_at`);--> statement-breakpoint
ALTER TABLE `user` ADD `language` text;
--> statement-breakpoint
CREATE TRIGGER user_ends_forgot_tokens AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, email, email_key, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.email IS NOT OLD.email OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE forgot_token SET ended_at = NEW.updated_at WHERE user_id = NEW.id AND ended_at IS NULL; END;
