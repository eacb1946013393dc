ALTER TABLE `user` ADD `email_set_by` text;--> statement-breakpoint
ALTER TABLE `user` ADD `devices_since` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_pending_at` integer;
--> statement-breakpoint
-- Who has chosen the e-mails that there are: who changed it last, else who made the account, unless its owner has set a password since.
UPDATE user SET email_set_by = coalesce((SELECT actor FROM audit WHERE entity_id = user.id AND entity = 'user' AND action = 'update' AND changed LIKE '%"email"%' ORDER BY audit.seq DESC LIMIT 1), iif(password_set_by IS id, NULL, created_by)) WHERE type <> 'admin';
--> statement-breakpoint
UPDATE user SET email_set_by = NULL WHERE email_set_by = id OR email_set_by IN (SELECT id FROM user WHERE type = 'admin');
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
CREATE TRIGGER user_forgets_devices AFTER UPDATE OF email_key, password_hash ON user WHEN NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE user SET devices_since = NEW.updated_at, totp_pending = NULL, totp_pending_at = NULL WHERE id = NEW.id; END;
