ALTER TABLE `user` ADD `email_set_by` text;--> statement-breakpoint
ALTER TABLE `user` ADD `foreign_password_hash` text;--> statement-breakpoint
ALTER TABLE `user` ADD `devices_since` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_pending_at` integer;
--> statement-breakpoint
-- Who has chosen the e-mails that there are: who changed it last, else who made the account, unless its owner has set a password since.
UPDATE user SET email_set_by = coalesce((SELECT actor FROM audit WHERE entity_id = user.id AND entity = 'user' AND action = 'update' AND changed LIKE '%"email"%' ORDER BY audit.seq DESC LIMIT 1), iif(password_set_by IS id, NULL, created_by)) WHERE type <> 'admin';
--> statement-breakpoint
UPDATE user SET email_set_by = NULL WHERE (email_set_by = id AND coalesce(password_set_by, created_by, id) = id) OR email_set_by IN (SELECT id FROM user WHERE type = 'admin');
--> statement-breakpoint
-- ẞ was another letter than ß. Of two values that differ in it alone both stay as they are.
UPDATE OR IGNORE user SET email_key = replace(email_key, 'ß', 'ss') WHERE email_key LIKE '%ß%';
--> statement-breakpoint
UPDATE OR IGNORE user SET username_key = replace(username_key, 'ß', 'ss') WHERE username_key LIKE '%ß%';
--> statement-breakpoint
UPDATE OR IGNORE doctor SET license_key = replace(license_key, 'ß', 'ss') WHERE license_key LIKE '%ß%';
--> statement-breakpoint
UPDATE OR IGNORE department SET code_key = replace(code_key, 'ß', 'ss') WHERE code_key LIKE '%ß%';
--> statement-breakpoint
UPDATE OR IGNORE catalog_item SET code_key = replace(code_key, 'ß', 'ss') WHERE code_key LIKE '%ß%';
--> statement-breakpoint
DROP TRIGGER IF EXISTS user_ends_tokens;
--> statement-breakpoint
CREATE TRIGGER user_ends_tokens AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, email, email_key, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.email IS NOT OLD.email OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN DELETE FROM password_token WHERE user_id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER user_forgets_devices AFTER UPDATE OF email, email_key, password_hash ON user WHEN NEW.email IS NOT OLD.email OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE user SET devices_since = max(NEW.updated_at, coalesce(OLD.devices_since + 1, 0), coalesce((SELECT max(created_at) FROM login_session WHERE user_id = NEW.id AND revoked_at IS NULL), 0)), totp_pending = NULL, totp_pending_at = NULL WHERE id = NEW.id; END;
