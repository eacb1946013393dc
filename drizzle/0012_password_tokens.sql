CREATE TABLE `password_token` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `password_token_token_hash_unique` ON `password_token` (`token_hash`);--> statement-breakpoint
CREATE INDEX `password_token_expiry` ON `password_token` (`expires_at`);--> statement-breakpoint
DROP INDEX `login_session_user`;--> statement-breakpoint
ALTER TABLE `login_session` ADD `last_used_at` integer;--> statement-breakpoint
ALTER TABLE `login_session` ADD `device` text;--> statement-breakpoint
ALTER TABLE `login_session` ADD `address` text;--> statement-breakpoint
CREATE INDEX `login_session_user` ON `login_session` (`user_id`,`revoked_at`,`last_used_at`);
--> statement-breakpoint
CREATE TRIGGER user_ends_tokens AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, email_key, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN DELETE FROM password_token WHERE user_id = NEW.id; END;
