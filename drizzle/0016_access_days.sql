-- All that changed since 1.0.0. Unreleased versions did it in the migrations 0002 to 0016. A database that has them all does not
-- run this one, which has the name of the last. One that has some of them is refused: a table already exists.
CREATE TABLE `doctor_hours` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`weekly` text NOT NULL,
	`exceptions` text NOT NULL,
	`department_ids` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `doctor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `doctor_hours_id_unique` ON `doctor_hours` (`id`);--> statement-breakpoint
CREATE TABLE `payment` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text,
	`paid_at` text NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- What was paid of an invoice so far is one payment, of the time when the invoice was last changed.
INSERT INTO payment (id, invoice_id, amount, method, paid_at, created_at, created_by)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
  id, paid_amount, 'adjustment', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'), updated_at, updated_by
FROM invoice WHERE paid_amount <> 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_id_unique` ON `payment` (`id`);--> statement-breakpoint
CREATE INDEX `payment_invoice` ON `payment` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `search_fill` (
	`kind` text PRIMARY KEY NOT NULL,
	`next_seq` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_rebuild` (
	`kind` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`next_seq` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `access` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text,
	`role` text,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text,
	`patient_id` text,
	`count` integer,
	`request_id` text,
	`address` text,
	`detail` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `access_id_unique` ON `access` (`id`);--> statement-breakpoint
CREATE TABLE `access_day` (
	`patient_seq` integer NOT NULL,
	`day` integer NOT NULL,
	`actor_seq` integer NOT NULL,
	`looks` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`kinds` integer NOT NULL,
	PRIMARY KEY(`patient_seq`, `day`, `actor_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `access_day_day` ON `access_day` (`day`,`actor_seq`,`patient_seq`);--> statement-breakpoint
CREATE TABLE `access_object` (
	`seq` integer PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`looks` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`hash` text NOT NULL,
	`removed_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `access_object_day` ON `access_object` (`day`,`removed_at`,`last_at`);--> statement-breakpoint
CREATE TABLE `access_uncounted` (
	`seq` integer PRIMARY KEY NOT NULL,
	`counts` text NOT NULL,
	`waiting` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_archive` (
	`trail` text NOT NULL,
	`to_seq` integer NOT NULL,
	`from_seq` integer NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`trail`, `to_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_seal` (
	`trail` text NOT NULL,
	`from_seq` integer NOT NULL,
	`to_seq` integer NOT NULL,
	`count` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`trail`, `from_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `password_token` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `password_token_token_hash_unique` ON `password_token` (`token_hash`);--> statement-breakpoint
CREATE INDEX `password_token_expiry` ON `password_token` (`expires_at`);--> statement-breakpoint
DROP TABLE `search_term`;--> statement-breakpoint
-- What lasts less than a minute holds a minute from now on.
UPDATE appointment SET ends_at = starts_at + 60000 WHERE ends_at < starts_at + 60000;
--> statement-breakpoint
DROP INDEX `appointment_doctor`;--> statement-breakpoint
ALTER TABLE `appointment` ADD `cancel_reason` text;--> statement-breakpoint
CREATE INDEX `appointment_starts` ON `appointment` (`starts_at`);--> statement-breakpoint
CREATE INDEX `appointment_doctor_starts` ON `appointment` (`doctor_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `appointment_department_starts` ON `appointment` (`department_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `appointment_patient_starts` ON `appointment` (`patient_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `appointment_doctor` ON `appointment` (`doctor_id`,`starts_at`,`ends_at`,`patient_id`) WHERE instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;--> statement-breakpoint
DROP INDEX `login_session_user`;--> statement-breakpoint
ALTER TABLE `login_session` ADD `last_used_at` integer;--> statement-breakpoint
ALTER TABLE `login_session` ADD `device` text;--> statement-breakpoint
ALTER TABLE `login_session` ADD `address` text;--> statement-breakpoint
CREATE INDEX `login_session_user` ON `login_session` (`user_id`,`revoked_at`,`last_used_at`);--> statement-breakpoint
ALTER TABLE `audit` ADD `detail` text;--> statement-breakpoint
ALTER TABLE `user` ADD `pending_type` text;--> statement-breakpoint
ALTER TABLE `user` ADD `password_set_by` text;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_secret` text;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_pending` text;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_enabled_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_last_step` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `recovery_codes` text;--> statement-breakpoint
ALTER TABLE `user` ADD `email_set_by` text;--> statement-breakpoint
ALTER TABLE `user` ADD `foreign_password_hash` text;--> statement-breakpoint
ALTER TABLE `user` ADD `devices_since` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_pending_at` integer;--> statement-breakpoint
CREATE INDEX `file_deleted` ON `file` (`entity_id`,`seq`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `patient_deleted` ON `patient` (`id`) WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
-- An e-mail was chosen by whoever changed it last, else by who made the account: said unless that is its owner or an admin.
UPDATE user SET email_set_by = coalesce((SELECT actor FROM audit WHERE entity_id = user.id AND entity = 'user' AND action = 'update' AND changed LIKE '%"email"%' ORDER BY audit.seq DESC LIMIT 1), created_by) WHERE type <> 'admin';
--> statement-breakpoint
UPDATE user SET email_set_by = NULL WHERE (email_set_by = id AND coalesce(created_by, id) = id) OR email_set_by IN (SELECT id FROM user WHERE type = 'admin');
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
DROP TRIGGER IF EXISTS audit_keep_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_tags_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_tags_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_tags_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS catalog_item_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS department_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS doctor_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_tags_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_tags_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_tags_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS invoice_terms_update;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_deleted_terms;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS patient_terms_update;
--> statement-breakpoint
CREATE VIEW catalog_item_words AS SELECT catalog_item.seq, concat_ws(' ', catalog_item.terms, iif(catalog_item.tags = '[]', NULL, ':' || replace(hex(replace(replace(substr(catalog_item.tags, 3, length(catalog_item.tags) - 4), '\\', '\u005c'), '\"', '\u0022')), hex('","'), ' :'))) AS words FROM catalog_item WHERE catalog_item.deleted_at IS NULL AND +catalog_item.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'catalog_item'), 0) ORDER BY catalog_item.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE catalog_item_search USING fts5(words, content='catalog_item_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8 9 10 11 12');
--> statement-breakpoint
CREATE TRIGGER catalog_item_search_insert AFTER INSERT ON catalog_item BEGIN INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_search_before BEFORE UPDATE OF terms, tags, deleted_at ON catalog_item WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO catalog_item_search (catalog_item_search, rowid, words) SELECT 'delete', seq, words FROM catalog_item_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_search_after AFTER UPDATE OF terms, tags, deleted_at ON catalog_item WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_insert AFTER INSERT ON catalog_item WHEN NEW.tags <> '[]' BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_update AFTER UPDATE OF tags ON catalog_item WHEN NEW.tags <> OLD.tags BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_tags_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE VIEW department_words AS SELECT department.seq, concat_ws(' ', department.terms) AS words FROM department WHERE department.deleted_at IS NULL AND +department.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'department'), 0) ORDER BY department.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE department_search USING fts5(words, content='department_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER department_search_insert AFTER INSERT ON department BEGIN INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER department_search_before BEFORE UPDATE OF terms, deleted_at ON department WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO department_search (department_search, rowid, words) SELECT 'delete', seq, words FROM department_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER department_search_after AFTER UPDATE OF terms, deleted_at ON department WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE VIEW doctor_words AS SELECT doctor.seq, concat_ws(' ', doctor.terms, '=' || doctor.reg_number) AS words FROM doctor WHERE doctor.deleted_at IS NULL AND +doctor.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'doctor'), 0) ORDER BY doctor.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE doctor_search USING fts5(words, content='doctor_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER doctor_search_insert AFTER INSERT ON doctor BEGIN INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_search_before BEFORE UPDATE OF terms, deleted_at ON doctor WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_search (doctor_search, rowid, words) SELECT 'delete', seq, words FROM doctor_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_search_after AFTER UPDATE OF terms, deleted_at ON doctor WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE VIEW doctor_hours_words AS SELECT doctor_hours.seq, concat_ws(' ', doctor_hours.department_ids) AS words FROM doctor_hours WHERE doctor_hours.deleted_at IS NULL AND +doctor_hours.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'doctor_hours'), 0) ORDER BY doctor_hours.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE doctor_hours_search USING fts5(words, content='doctor_hours_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER doctor_hours_search_insert AFTER INSERT ON doctor_hours BEGIN INSERT INTO doctor_hours_search (rowid, words) SELECT seq, words FROM doctor_hours_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_hours_search_before BEFORE UPDATE OF department_ids, deleted_at ON doctor_hours WHEN NEW.department_ids IS NOT OLD.department_ids OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_hours_search (doctor_hours_search, rowid, words) SELECT 'delete', seq, words FROM doctor_hours_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER doctor_hours_search_after AFTER UPDATE OF department_ids, deleted_at ON doctor_hours WHEN NEW.department_ids IS NOT OLD.department_ids OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_hours_search (rowid, words) SELECT seq, words FROM doctor_hours_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE VIEW invoice_words AS SELECT invoice.seq, invoice.patient_id, concat_ws(' ', invoice.terms, '=' || invoice.reg_number, patient.name_terms, '=' || patient.reg_number, iif(invoice.tags = '[]', NULL, ':' || replace(hex(replace(replace(substr(invoice.tags, 3, length(invoice.tags) - 4), '\\', '\u005c'), '\"', '\u0022')), hex('","'), ' :'))) AS words FROM invoice JOIN patient ON patient.id = invoice.patient_id WHERE invoice.deleted_at IS NULL AND +invoice.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'invoice'), 0) ORDER BY invoice.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE invoice_search USING fts5(words, content='invoice_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8 9 10 11 12');
--> statement-breakpoint
CREATE TRIGGER invoice_search_insert AFTER INSERT ON invoice BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_before BEFORE UPDATE OF terms, tags, patient_id, deleted_at ON invoice WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.patient_id IS NOT OLD.patient_id OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO invoice_search (invoice_search, rowid, words) SELECT 'delete', seq, words FROM invoice_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_after AFTER UPDATE OF terms, tags, patient_id, deleted_at ON invoice WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.patient_id IS NOT OLD.patient_id OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_patient_before BEFORE UPDATE OF name_terms ON patient WHEN NEW.name_terms IS NOT OLD.name_terms BEGIN INSERT INTO invoice_search (invoice_search, rowid, words) SELECT 'delete', seq, words FROM invoice_words WHERE patient_id = OLD.id; END;
--> statement-breakpoint
CREATE TRIGGER invoice_search_patient_after AFTER UPDATE OF name_terms ON patient WHEN NEW.name_terms IS NOT OLD.name_terms BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE patient_id = OLD.id; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_insert AFTER INSERT ON invoice WHEN NEW.tags <> '[]' BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_update AFTER UPDATE OF tags ON invoice WHEN NEW.tags <> OLD.tags BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE TRIGGER invoice_tags_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
--> statement-breakpoint
CREATE VIEW patient_words AS SELECT patient.seq, concat_ws(' ', patient.terms, patient.name_terms, '=' || patient.reg_number) AS words FROM patient WHERE patient.deleted_at IS NULL AND +patient.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'patient'), 0) ORDER BY patient.seq;
--> statement-breakpoint
CREATE VIRTUAL TABLE patient_search USING fts5(words, content='patient_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
--> statement-breakpoint
CREATE TRIGGER patient_search_insert AFTER INSERT ON patient BEGIN INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE seq = NEW.seq; END;
--> statement-breakpoint
CREATE TRIGGER patient_search_before BEFORE UPDATE OF terms, name_terms, deleted_at ON patient WHEN NEW.terms IS NOT OLD.terms OR NEW.name_terms IS NOT OLD.name_terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO patient_search (patient_search, rowid, words) SELECT 'delete', seq, words FROM patient_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER patient_search_after AFTER UPDATE OF terms, name_terms, deleted_at ON patient WHEN NEW.terms IS NOT OLD.terms OR NEW.name_terms IS NOT OLD.name_terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE seq = OLD.seq; END;
--> statement-breakpoint
CREATE TRIGGER payment_keep_insert BEFORE INSERT ON payment WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM payment WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM payment WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER payment_keep_update BEFORE UPDATE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER payment_keep_delete BEFORE DELETE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_keep_insert BEFORE INSERT ON audit WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_keep_delete BEFORE DELETE ON audit WHEN OLD.seq > coalesce((SELECT max(to_seq) FROM audit_archive WHERE trail = 'audit'), 0) BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_keep_insert BEFORE INSERT ON access WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM access WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'access is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_keep_update BEFORE UPDATE ON access BEGIN SELECT RAISE(ABORT, 'access is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_object_keep_insert BEFORE INSERT ON access_object WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access_object WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_object_keep_update BEFORE UPDATE ON access_object WHEN NEW.seq IS NOT OLD.seq OR NEW.day IS NOT OLD.day OR NEW.looks IS NOT OLD.looks OR NEW.first_at IS NOT OLD.first_at OR NEW.last_at IS NOT OLD.last_at OR NEW.hash IS NOT OLD.hash OR (NEW.removed_at IS NOT OLD.removed_at AND OLD.removed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_object_keep_delete BEFORE DELETE ON access_object BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_uncounted_keep_insert BEFORE INSERT ON access_uncounted WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access_uncounted WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'access_uncounted is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_uncounted_keep_update BEFORE UPDATE ON access_uncounted BEGIN SELECT RAISE(ABORT, 'access_uncounted is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER access_day_keep_update BEFORE UPDATE ON access_day WHEN NEW.looks <= OLD.looks OR NEW.first_at > OLD.first_at OR NEW.last_at < OLD.last_at OR NEW.kinds & OLD.kinds <> OLD.kinds OR NEW.patient_seq <> OLD.patient_seq OR NEW.day <> OLD.day OR NEW.actor_seq <> OLD.actor_seq BEGIN SELECT RAISE(ABORT, 'access_day is counted up only'); END;
--> statement-breakpoint
CREATE TRIGGER access_day_keep_delete BEFORE DELETE ON access_day WHEN EXISTS (SELECT 1 FROM access_object WHERE day = OLD.day AND removed_at IS NULL) BEGIN SELECT RAISE(ABORT, 'access_day is counted up only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_seal_keep_insert BEFORE INSERT ON audit_seal WHEN EXISTS (SELECT 1 FROM audit_seal WHERE trail = NEW.trail AND from_seq = NEW.from_seq) BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_seal_keep_update BEFORE UPDATE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_seal_keep_delete BEFORE DELETE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_archive_keep_insert BEFORE INSERT ON audit_archive WHEN EXISTS (SELECT 1 FROM audit_archive WHERE trail = NEW.trail AND to_seq = NEW.to_seq) BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_archive_keep_update BEFORE UPDATE ON audit_archive BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_archive_keep_delete BEFORE DELETE ON audit_archive BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER user_ends_logins AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, totp_secret, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.totp_secret IS NOT OLD.totp_secret OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE login_session SET revoked_at = NEW.updated_at WHERE user_id = NEW.id AND revoked_at IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER user_ends_tokens AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, email, email_key, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.email IS NOT OLD.email OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN DELETE FROM password_token WHERE user_id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER user_forgets_devices AFTER UPDATE OF email, email_key, password_hash ON user WHEN NEW.email IS NOT OLD.email OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE user SET devices_since = max(NEW.updated_at, coalesce(OLD.devices_since + 1, 0), coalesce((SELECT max(created_at) FROM login_session WHERE user_id = NEW.id AND revoked_at IS NULL), 0)), totp_pending = NULL, totp_pending_at = NULL WHERE id = NEW.id; END;
--> statement-breakpoint
INSERT INTO catalog_item_search (catalog_item_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'catalog_item';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'catalog_item', max(seq) FROM catalog_item HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE true;
--> statement-breakpoint
INSERT INTO department_search (department_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'department';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'department', max(seq) FROM department HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE true;
--> statement-breakpoint
INSERT INTO doctor_search (doctor_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'doctor';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'doctor', max(seq) FROM doctor HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE true;
--> statement-breakpoint
INSERT INTO invoice_search (invoice_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'invoice';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'invoice', max(seq) FROM invoice HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE true;
--> statement-breakpoint
INSERT INTO patient_search (patient_search) VALUES ('delete-all');
--> statement-breakpoint
DELETE FROM search_fill WHERE kind = 'patient';
--> statement-breakpoint
INSERT INTO search_fill (kind, next_seq) SELECT 'patient', max(seq) FROM patient HAVING max(seq) > 200000;
--> statement-breakpoint
INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE true;
--> statement-breakpoint
DELETE FROM counter WHERE kind = 'catalog_item:tag';
--> statement-breakpoint
DELETE FROM counter WHERE kind = 'invoice:tag';
--> statement-breakpoint
INSERT INTO counter (kind, term, n) SELECT 'catalog_item:tag', value, count(DISTINCT seq) FROM catalog_item, json_each(catalog_item.tags) WHERE deleted_at IS NULL GROUP BY value;
--> statement-breakpoint
INSERT INTO counter (kind, term, n) SELECT 'invoice:tag', value, count(DISTINCT seq) FROM invoice, json_each(invoice.tags) WHERE deleted_at IS NULL GROUP BY value;
