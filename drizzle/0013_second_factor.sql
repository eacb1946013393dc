ALTER TABLE `user` ADD `totp_secret` text;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_pending` text;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_enabled_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_last_step` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `recovery_codes` text;
--> statement-breakpoint
DROP TRIGGER IF EXISTS user_ends_logins;
--> statement-breakpoint
CREATE TRIGGER user_ends_logins AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, totp_secret, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.totp_secret IS NOT OLD.totp_secret OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE login_session SET revoked_at = NEW.updated_at WHERE user_id = NEW.id AND revoked_at IS NULL; END;
