-- What commit 359b617 makes of an empty database, as its sqlite_schema tells it: the last release before the baseline.
CREATE TABLE `appointment` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`patient_id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`department_id` text NOT NULL,
	`schedule` text NOT NULL,
	`is_follow_up` integer NOT NULL,
	`expected_duration_minutes` real,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL, `cancel_reason` text, `queue_number` integer, `queue_day` integer, `identifiers` text,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`department_id`) REFERENCES `department`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE TABLE `catalog_item` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`code` text NOT NULL,
	`code_key` text NOT NULL,
	`name` text NOT NULL,
	`default_price` integer NOT NULL,
	`discount_percent` real NOT NULL,
	`discount_amount` integer NOT NULL,
	`category` text,
	`description` text,
	`tags` text NOT NULL,
	`terms` text NOT NULL
, `tax_percent` real) STRICT;
CREATE TABLE `department` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`name` text NOT NULL,
	`code` text NOT NULL,
	`code_key` text NOT NULL,
	`description` text,
	`icon_codes` text NOT NULL,
	`terms` text NOT NULL
) STRICT;
CREATE TABLE `doctor` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`reg_number` text GENERATED ALWAYS AS (printf('DOC-%08d', seq)) VIRTUAL NOT NULL,
	`first_name` text NOT NULL,
	`middle_name` text,
	`last_name` text NOT NULL,
	`alt_phone_number` text,
	`bio` text,
	`license_number` text NOT NULL,
	`license_key` text NOT NULL,
	`gender` text,
	`dob` text,
	`experience` real,
	`consultation_fee` integer,
	`addresses` text NOT NULL,
	`user_id` text NOT NULL,
	`terms` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE TABLE `file` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`type` text NOT NULL,
	`extension` text NOT NULL,
	`name` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text
, `stored_under` text) STRICT;
CREATE TABLE `invoice` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`reg_number` text GENERATED ALWAYS AS (printf('INV-%08d', seq)) VIRTUAL NOT NULL,
	`issue_date` text NOT NULL,
	`issue_at` integer NOT NULL,
	`due_date` text,
	`due_at` integer,
	`status` text NOT NULL,
	`discount_amount` integer NOT NULL,
	`discount_percent` real NOT NULL,
	`paid_amount` integer NOT NULL,
	`appointment_id` text,
	`patient_id` text NOT NULL,
	`items` text NOT NULL,
	`tags` text NOT NULL,
	`subtotal` integer NOT NULL,
	`total_amount` integer NOT NULL,
	`remaining_amount` integer NOT NULL,
	`terms` text NOT NULL, `credited_amount` integer DEFAULT 0 NOT NULL, `tax_included` integer DEFAULT false NOT NULL, `taxes` text, `tax_amount` integer DEFAULT 0 NOT NULL, `payer` text, `issued_to` text,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE TABLE `patient` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`reg_number` text GENERATED ALWAYS AS (printf('PAT-%08d', seq)) VIRTUAL NOT NULL,
	`gender` text NOT NULL,
	`first_name` text NOT NULL,
	`middle_name` text,
	`last_name` text NOT NULL,
	`phone_number` text,
	`alt_phone_number` text,
	`dob` text,
	`blood_group` text NOT NULL,
	`medical_conditions` text NOT NULL,
	`past_surgeries` text NOT NULL,
	`current_medications` text NOT NULL,
	`addresses` text NOT NULL,
	`terms` text NOT NULL,
	`name_terms` text NOT NULL
, `email` text, `national_id` text, `national_id_key` text, `preferred_language` text, `next_of_kin` text, `allergies` text, `deceased_at` text, `mother_id` text, `payer` text, `merged_into` text, `merged` text, `identifiers` text) STRICT;
CREATE TABLE `audit` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor` text,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`version` integer NOT NULL,
	`changed` text NOT NULL,
	`request_id` text,
	`address` text
, `detail` text) STRICT;
CREATE TABLE `counter` (
	`kind` text NOT NULL,
	`term` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`kind`, `term`)
) STRICT, WITHOUT ROWID;
CREATE TABLE `idempotency_key` (
	`actor` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`entity_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`actor`, `key`)
) STRICT, WITHOUT ROWID;
CREATE TABLE `login_failure` (
	`email_hash` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`wait_until` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE `login_session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer, `last_used_at` integer, `device` text, `address` text, `scope` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE TABLE `refresh_token` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `login_session`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
CREATE TABLE `user` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`full_name` text,
	`phone_number` text,
	`type` text NOT NULL,
	`password_hash` text NOT NULL,
	`disabled_at` integer
, `pending_type` text, `password_set_by` text, `totp_secret` text, `totp_pending` text, `totp_enabled_at` integer, `totp_last_step` integer, `recovery_codes` text, `email_set_by` text, `foreign_password_hash` text, `devices_since` integer, `totp_pending_at` integer) STRICT;
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
	`created_by` text, `payer` text, `receipt_number` text GENERATED ALWAYS AS (printf('RCP-%08d', seq)) VIRTUAL, `method_total` integer,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE TABLE `search_fill` (
	`kind` text PRIMARY KEY NOT NULL,
	`next_seq` integer NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE `search_rebuild` (
	`kind` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`next_seq` integer NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE `access_object` (
	`seq` integer PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`looks` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`hash` text NOT NULL,
	`removed_at` integer
) STRICT;
CREATE TABLE `access_uncounted` (
	`seq` integer PRIMARY KEY NOT NULL,
	`counts` text NOT NULL,
	`waiting` integer NOT NULL
) STRICT;
CREATE TABLE `audit_archive` (
	`trail` text NOT NULL,
	`to_seq` integer NOT NULL,
	`from_seq` integer NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`trail`, `to_seq`)
) STRICT, WITHOUT ROWID;
CREATE TABLE `audit_seal` (
	`trail` text NOT NULL,
	`from_seq` integer NOT NULL,
	`to_seq` integer NOT NULL,
	`count` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`trail`, `from_seq`)
) STRICT, WITHOUT ROWID;
CREATE TABLE `password_token` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
CREATE TABLE `closures` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`closures` text NOT NULL,
	`closed` text NOT NULL
) STRICT;
CREATE TABLE `credit_note` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`reg_number` text GENERATED ALWAYS AS (printf('CRN-%08d', seq)) VIRTUAL NOT NULL,
	`invoice_id` text NOT NULL,
	`items` text NOT NULL,
	`discount_percent` real NOT NULL,
	`amount` integer NOT NULL,
	`taxes` text,
	`tax_amount` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoice`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE TABLE `patient_merge` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`patient_id` text NOT NULL,
	`merged_id` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`undone_at` integer,
	`undone_by` text,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merged_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
CREATE TABLE `patient_merge_moved` (
	`merge_id` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`merge_id`, `entity`, `entity_id`)
) STRICT, WITHOUT ROWID;
CREATE TABLE `export_job` (
	`id` text PRIMARY KEY NOT NULL,
	`actor` text NOT NULL,
	`url` text NOT NULL,
	`query` text NOT NULL,
	`since` integer,
	`transaction_time` integer NOT NULL,
	`state` text NOT NULL,
	`chunk` integer NOT NULL,
	`types` text NOT NULL,
	`cursor` text,
	`files` text NOT NULL,
	`progressed_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE `identifier` (
	`value` text NOT NULL,
	`system` text NOT NULL,
	`entity_id` text NOT NULL,
	PRIMARY KEY(`value`, `system`)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX `appointment_id_unique` ON `appointment` (`id`);
CREATE UNIQUE INDEX `catalog_item_id_unique` ON `catalog_item` (`id`);
CREATE UNIQUE INDEX `catalog_item_code` ON `catalog_item` (`code_key`) WHERE deleted_at IS NULL;
CREATE INDEX `catalog_item_by_code` ON `catalog_item` (`code`) WHERE deleted_at IS NULL;
CREATE INDEX `catalog_item_name` ON `catalog_item` (`name`) WHERE deleted_at IS NULL;
CREATE INDEX `catalog_item_category` ON `catalog_item` (`category`) WHERE deleted_at IS NULL;
CREATE INDEX `catalog_item_price` ON `catalog_item` (`default_price`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `department_id_unique` ON `department` (`id`);
CREATE UNIQUE INDEX `department_code` ON `department` (`code_key`) WHERE deleted_at IS NULL;
CREATE INDEX `department_live` ON `department` (`seq`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `doctor_id_unique` ON `doctor` (`id`);
CREATE UNIQUE INDEX `doctor_reg_number` ON `doctor` (`reg_number`);
CREATE UNIQUE INDEX `doctor_license` ON `doctor` (`license_key`) WHERE deleted_at IS NULL;
CREATE INDEX `doctor_live` ON `doctor` (`seq`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `file_id_unique` ON `file` (`id`);
CREATE INDEX `file_entity` ON `file` (`entity_id`,`seq`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `invoice_id_unique` ON `invoice` (`id`);
CREATE UNIQUE INDEX `invoice_reg_number` ON `invoice` (`reg_number`);
CREATE INDEX `invoice_patient` ON `invoice` (`patient_id`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_appointment` ON `invoice` (`appointment_id`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_issue` ON `invoice` (`issue_at`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_due` ON `invoice` (`due_at`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_total` ON `invoice` (`total_amount`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_status` ON `invoice` (`status`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_status_issue` ON `invoice` (`status`,`issue_at`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_status_due` ON `invoice` (`status`,`due_at`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_status_total` ON `invoice` (`status`,`total_amount`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `patient_id_unique` ON `patient` (`id`);
CREATE UNIQUE INDEX `patient_reg_number` ON `patient` (`reg_number`);
CREATE INDEX `patient_live` ON `patient` (`seq`) WHERE deleted_at IS NULL;
CREATE INDEX `audit_entity` ON `audit` (`entity_id`);
CREATE INDEX `idempotency_key_age` ON `idempotency_key` (`created_at`);
CREATE INDEX `login_failure_age` ON `login_failure` (`updated_at`);
CREATE INDEX `login_session_expiry` ON `login_session` (`expires_at`);
CREATE INDEX `refresh_token_session` ON `refresh_token` (`session_id`);
CREATE INDEX `refresh_token_expiry` ON `refresh_token` (`expires_at`);
CREATE UNIQUE INDEX `user_id_unique` ON `user` (`id`);
CREATE UNIQUE INDEX `user_email` ON `user` (`email_key`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `user_username` ON `user` (`username_key`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `doctor_hours_id_unique` ON `doctor_hours` (`id`);
CREATE UNIQUE INDEX `payment_id_unique` ON `payment` (`id`);
CREATE INDEX `payment_invoice` ON `payment` (`invoice_id`);
CREATE UNIQUE INDEX `access_id_unique` ON `access` (`id`);
CREATE INDEX `access_day_day` ON `access_day` (`day`,`actor_seq`,`patient_seq`);
CREATE INDEX `access_object_day` ON `access_object` (`day`,`removed_at`,`last_at`);
CREATE UNIQUE INDEX `password_token_token_hash_unique` ON `password_token` (`token_hash`);
CREATE INDEX `password_token_expiry` ON `password_token` (`expires_at`);
CREATE INDEX `appointment_starts` ON `appointment` (`starts_at`);
CREATE INDEX `appointment_doctor_starts` ON `appointment` (`doctor_id`,`starts_at`);
CREATE INDEX `appointment_department_starts` ON `appointment` (`department_id`,`starts_at`);
CREATE INDEX `appointment_patient_starts` ON `appointment` (`patient_id`,`starts_at`);
CREATE INDEX `appointment_doctor` ON `appointment` (`doctor_id`,`starts_at`,`ends_at`,`patient_id`) WHERE instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;
CREATE INDEX `login_session_user` ON `login_session` (`user_id`,`revoked_at`,`last_used_at`);
CREATE INDEX `file_deleted` ON `file` (`entity_id`,`seq`) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX `patient_deleted` ON `patient` (`id`) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX `closures_id_unique` ON `closures` (`id`);
CREATE UNIQUE INDEX `credit_note_id_unique` ON `credit_note` (`id`);
CREATE UNIQUE INDEX `credit_note_reg_number` ON `credit_note` (`reg_number`);
CREATE INDEX `credit_note_invoice` ON `credit_note` (`invoice_id`);
CREATE UNIQUE INDEX `patient_merge_id_unique` ON `patient_merge` (`id`);
CREATE INDEX `patient_merge_patient` ON `patient_merge` (`patient_id`);
CREATE INDEX `patient_merge_merged` ON `patient_merge` (`merged_id`);
CREATE UNIQUE INDEX `appointment_queue` ON `appointment` (`department_id`,`queue_day`,`queue_number`) WHERE queue_day IS NOT NULL;
CREATE UNIQUE INDEX `patient_national_id` ON `patient` (`national_id_key`) WHERE national_id_key IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX `payment_created` ON `payment` (`created_at`);
CREATE INDEX `payment_method` ON `payment` (`method`);
CREATE UNIQUE INDEX `doctor_user` ON `doctor` (`user_id`) WHERE deleted_at IS NULL;
CREATE INDEX `export_job_actor` ON `export_job` (`actor`);
CREATE INDEX `export_job_expires` ON `export_job` (`expires_at`);
CREATE INDEX `identifier_entity` ON `identifier` (`entity_id`);
CREATE INDEX `appointment_updated` ON `appointment` (`updated_at`);
CREATE INDEX `patient_updated` ON `patient` (`updated_at`) WHERE deleted_at IS NULL;
CREATE INDEX `patient_dob` ON `patient` (`dob`) WHERE deleted_at IS NULL;
CREATE INDEX `file_updated` ON `file` (`updated_at`) WHERE deleted_at IS NULL;
CREATE INDEX `invoice_updated` ON `invoice` (`updated_at`) WHERE deleted_at IS NULL;
CREATE VIEW catalog_item_words AS SELECT catalog_item.seq, concat_ws(' ', catalog_item.terms, iif(catalog_item.tags = '[]', NULL, ':' || replace(hex(replace(replace(substr(catalog_item.tags, 3, length(catalog_item.tags) - 4), '\\', '\u005c'), '\"', '\u0022')), hex('","'), ' :'))) AS words FROM catalog_item WHERE catalog_item.deleted_at IS NULL AND +catalog_item.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'catalog_item'), 0) ORDER BY catalog_item.seq;
CREATE VIEW department_words AS SELECT department.seq, concat_ws(' ', department.terms) AS words FROM department WHERE department.deleted_at IS NULL AND +department.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'department'), 0) ORDER BY department.seq;
CREATE VIEW doctor_words AS SELECT doctor.seq, concat_ws(' ', doctor.terms, '=' || doctor.reg_number) AS words FROM doctor WHERE doctor.deleted_at IS NULL AND +doctor.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'doctor'), 0) ORDER BY doctor.seq;
CREATE VIEW doctor_hours_words AS SELECT doctor_hours.seq, concat_ws(' ', doctor_hours.department_ids) AS words FROM doctor_hours WHERE doctor_hours.deleted_at IS NULL AND +doctor_hours.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'doctor_hours'), 0) ORDER BY doctor_hours.seq;
CREATE VIEW invoice_words AS SELECT invoice.seq, invoice.patient_id, concat_ws(' ', invoice.terms, '=' || invoice.reg_number, patient.name_terms, '=' || patient.reg_number, iif(invoice.tags = '[]', NULL, ':' || replace(hex(replace(replace(substr(invoice.tags, 3, length(invoice.tags) - 4), '\\', '\u005c'), '\"', '\u0022')), hex('","'), ' :'))) AS words FROM invoice JOIN patient ON patient.id = invoice.patient_id WHERE invoice.deleted_at IS NULL AND +invoice.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'invoice'), 0) ORDER BY invoice.seq;
CREATE VIEW patient_words AS SELECT patient.seq, concat_ws(' ', patient.terms, patient.name_terms, '=' || patient.reg_number) AS words FROM patient WHERE patient.deleted_at IS NULL AND +patient.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = 'patient'), 0) ORDER BY patient.seq;
CREATE VIRTUAL TABLE catalog_item_search USING fts5(words, content='catalog_item_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8 9 10 11 12');
CREATE VIRTUAL TABLE department_search USING fts5(words, content='department_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
CREATE VIRTUAL TABLE doctor_search USING fts5(words, content='doctor_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
CREATE VIRTUAL TABLE doctor_hours_search USING fts5(words, content='doctor_hours_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
CREATE VIRTUAL TABLE invoice_search USING fts5(words, content='invoice_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8 9 10 11 12');
CREATE VIRTUAL TABLE patient_search USING fts5(words, content='patient_words', content_rowid='seq', tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0, prefix='1 2 3 4 5 6');
CREATE TRIGGER invoice_count_insert AFTER INSERT ON invoice BEGIN INSERT INTO counter (kind, term, n) VALUES ('invoice', NEW.status, 1) ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER invoice_count_update AFTER UPDATE OF status ON invoice WHEN NEW.status <> OLD.status BEGIN UPDATE counter SET n = n - 1 WHERE kind = 'invoice' AND term = OLD.status; INSERT INTO counter (kind, term, n) VALUES ('invoice', NEW.status, 1) ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER invoice_count_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN UPDATE counter SET n = n - 1 WHERE kind = 'invoice' AND term = OLD.status; END;
CREATE TRIGGER catalog_item_count_insert AFTER INSERT ON catalog_item BEGIN INSERT INTO counter (kind, term, n) VALUES ('catalog_item', '', 1) ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER catalog_item_count_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN UPDATE counter SET n = n - 1 WHERE kind = 'catalog_item' AND term = ''; END;
CREATE TRIGGER audit_keep_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER catalog_item_search_insert AFTER INSERT ON catalog_item BEGIN INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE seq = NEW.seq; END;
CREATE TRIGGER catalog_item_search_before BEFORE UPDATE OF terms, tags, deleted_at ON catalog_item WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO catalog_item_search (catalog_item_search, rowid, words) SELECT 'delete', seq, words FROM catalog_item_words WHERE seq = OLD.seq; END;
CREATE TRIGGER catalog_item_search_after AFTER UPDATE OF terms, tags, deleted_at ON catalog_item WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO catalog_item_search (rowid, words) SELECT seq, words FROM catalog_item_words WHERE seq = OLD.seq; END;
CREATE TRIGGER catalog_item_tags_insert AFTER INSERT ON catalog_item WHEN NEW.tags <> '[]' BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER catalog_item_tags_update AFTER UPDATE OF tags ON catalog_item WHEN NEW.tags <> OLD.tags BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER catalog_item_tags_delete AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'catalog_item:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER department_search_insert AFTER INSERT ON department BEGIN INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE seq = NEW.seq; END;
CREATE TRIGGER department_search_before BEFORE UPDATE OF terms, deleted_at ON department WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO department_search (department_search, rowid, words) SELECT 'delete', seq, words FROM department_words WHERE seq = OLD.seq; END;
CREATE TRIGGER department_search_after AFTER UPDATE OF terms, deleted_at ON department WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO department_search (rowid, words) SELECT seq, words FROM department_words WHERE seq = OLD.seq; END;
CREATE TRIGGER doctor_search_insert AFTER INSERT ON doctor BEGIN INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE seq = NEW.seq; END;
CREATE TRIGGER doctor_search_before BEFORE UPDATE OF terms, deleted_at ON doctor WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_search (doctor_search, rowid, words) SELECT 'delete', seq, words FROM doctor_words WHERE seq = OLD.seq; END;
CREATE TRIGGER doctor_search_after AFTER UPDATE OF terms, deleted_at ON doctor WHEN NEW.terms IS NOT OLD.terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_search (rowid, words) SELECT seq, words FROM doctor_words WHERE seq = OLD.seq; END;
CREATE TRIGGER doctor_hours_search_insert AFTER INSERT ON doctor_hours BEGIN INSERT INTO doctor_hours_search (rowid, words) SELECT seq, words FROM doctor_hours_words WHERE seq = NEW.seq; END;
CREATE TRIGGER doctor_hours_search_before BEFORE UPDATE OF department_ids, deleted_at ON doctor_hours WHEN NEW.department_ids IS NOT OLD.department_ids OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_hours_search (doctor_hours_search, rowid, words) SELECT 'delete', seq, words FROM doctor_hours_words WHERE seq = OLD.seq; END;
CREATE TRIGGER doctor_hours_search_after AFTER UPDATE OF department_ids, deleted_at ON doctor_hours WHEN NEW.department_ids IS NOT OLD.department_ids OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO doctor_hours_search (rowid, words) SELECT seq, words FROM doctor_hours_words WHERE seq = OLD.seq; END;
CREATE TRIGGER invoice_search_insert AFTER INSERT ON invoice BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE seq = NEW.seq; END;
CREATE TRIGGER invoice_search_before BEFORE UPDATE OF terms, tags, patient_id, deleted_at ON invoice WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.patient_id IS NOT OLD.patient_id OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO invoice_search (invoice_search, rowid, words) SELECT 'delete', seq, words FROM invoice_words WHERE seq = OLD.seq; END;
CREATE TRIGGER invoice_search_after AFTER UPDATE OF terms, tags, patient_id, deleted_at ON invoice WHEN NEW.terms IS NOT OLD.terms OR NEW.tags IS NOT OLD.tags OR NEW.patient_id IS NOT OLD.patient_id OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE seq = OLD.seq; END;
CREATE TRIGGER invoice_search_patient_before BEFORE UPDATE OF name_terms ON patient WHEN NEW.name_terms IS NOT OLD.name_terms BEGIN INSERT INTO invoice_search (invoice_search, rowid, words) SELECT 'delete', seq, words FROM invoice_words WHERE patient_id = OLD.id; END;
CREATE TRIGGER invoice_search_patient_after AFTER UPDATE OF name_terms ON patient WHEN NEW.name_terms IS NOT OLD.name_terms BEGIN INSERT INTO invoice_search (rowid, words) SELECT seq, words FROM invoice_words WHERE patient_id = OLD.id; END;
CREATE TRIGGER invoice_tags_insert AFTER INSERT ON invoice WHEN NEW.tags <> '[]' BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER invoice_tags_update AFTER UPDATE OF tags ON invoice WHEN NEW.tags <> OLD.tags BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, 1 FROM json_each(NEW.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER invoice_tags_delete AFTER UPDATE OF deleted_at ON invoice WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN INSERT INTO counter (kind, term, n) SELECT DISTINCT 'invoice:tag', value, -1 FROM json_each(OLD.tags) WHERE true ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n; END;
CREATE TRIGGER patient_search_insert AFTER INSERT ON patient BEGIN INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE seq = NEW.seq; END;
CREATE TRIGGER patient_search_before BEFORE UPDATE OF terms, name_terms, deleted_at ON patient WHEN NEW.terms IS NOT OLD.terms OR NEW.name_terms IS NOT OLD.name_terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO patient_search (patient_search, rowid, words) SELECT 'delete', seq, words FROM patient_words WHERE seq = OLD.seq; END;
CREATE TRIGGER patient_search_after AFTER UPDATE OF terms, name_terms, deleted_at ON patient WHEN NEW.terms IS NOT OLD.terms OR NEW.name_terms IS NOT OLD.name_terms OR NEW.deleted_at IS NOT OLD.deleted_at BEGIN INSERT INTO patient_search (rowid, words) SELECT seq, words FROM patient_words WHERE seq = OLD.seq; END;
CREATE TRIGGER payment_keep_insert BEFORE INSERT ON payment WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM payment WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM payment WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
CREATE TRIGGER payment_keep_delete BEFORE DELETE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
CREATE TRIGGER audit_keep_insert BEFORE INSERT ON audit WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER audit_keep_delete BEFORE DELETE ON audit WHEN OLD.seq > coalesce((SELECT max(to_seq) FROM audit_archive WHERE trail = 'audit'), 0) BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
CREATE TRIGGER access_keep_insert BEFORE INSERT ON access WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM access WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'access is append-only'); END;
CREATE TRIGGER access_keep_update BEFORE UPDATE ON access BEGIN SELECT RAISE(ABORT, 'access is append-only'); END;
CREATE TRIGGER access_object_keep_insert BEFORE INSERT ON access_object WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access_object WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
CREATE TRIGGER access_object_keep_update BEFORE UPDATE ON access_object WHEN NEW.seq IS NOT OLD.seq OR NEW.day IS NOT OLD.day OR NEW.looks IS NOT OLD.looks OR NEW.first_at IS NOT OLD.first_at OR NEW.last_at IS NOT OLD.last_at OR NEW.hash IS NOT OLD.hash OR (NEW.removed_at IS NOT OLD.removed_at AND OLD.removed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
CREATE TRIGGER access_object_keep_delete BEFORE DELETE ON access_object BEGIN SELECT RAISE(ABORT, 'access_object is append-only'); END;
CREATE TRIGGER access_uncounted_keep_insert BEFORE INSERT ON access_uncounted WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM access_uncounted WHERE seq = NEW.seq) BEGIN SELECT RAISE(ABORT, 'access_uncounted is append-only'); END;
CREATE TRIGGER access_uncounted_keep_update BEFORE UPDATE ON access_uncounted BEGIN SELECT RAISE(ABORT, 'access_uncounted is append-only'); END;
CREATE TRIGGER access_day_keep_update BEFORE UPDATE ON access_day WHEN NEW.looks <= OLD.looks OR NEW.first_at > OLD.first_at OR NEW.last_at < OLD.last_at OR NEW.kinds & OLD.kinds <> OLD.kinds OR NEW.patient_seq <> OLD.patient_seq OR NEW.day <> OLD.day OR NEW.actor_seq <> OLD.actor_seq BEGIN SELECT RAISE(ABORT, 'access_day is counted up only'); END;
CREATE TRIGGER access_day_keep_delete BEFORE DELETE ON access_day WHEN EXISTS (SELECT 1 FROM access_object WHERE day = OLD.day AND removed_at IS NULL) BEGIN SELECT RAISE(ABORT, 'access_day is counted up only'); END;
CREATE TRIGGER audit_seal_keep_insert BEFORE INSERT ON audit_seal WHEN EXISTS (SELECT 1 FROM audit_seal WHERE trail = NEW.trail AND from_seq = NEW.from_seq) BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
CREATE TRIGGER audit_seal_keep_update BEFORE UPDATE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
CREATE TRIGGER audit_seal_keep_delete BEFORE DELETE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END;
CREATE TRIGGER audit_archive_keep_insert BEFORE INSERT ON audit_archive WHEN EXISTS (SELECT 1 FROM audit_archive WHERE trail = NEW.trail AND to_seq = NEW.to_seq) BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
CREATE TRIGGER audit_archive_keep_update BEFORE UPDATE ON audit_archive BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
CREATE TRIGGER audit_archive_keep_delete BEFORE DELETE ON audit_archive BEGIN SELECT RAISE(ABORT, 'audit_archive is append-only'); END;
CREATE TRIGGER user_ends_logins AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, totp_secret, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.totp_secret IS NOT OLD.totp_secret OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE login_session SET revoked_at = NEW.updated_at WHERE user_id = NEW.id AND revoked_at IS NULL; END;
CREATE TRIGGER user_ends_tokens AFTER UPDATE OF type, pending_type, disabled_at, deleted_at, email, email_key, password_hash ON user WHEN NEW.type IS NOT OLD.type OR NEW.pending_type IS NOT OLD.pending_type OR NEW.disabled_at IS NOT OLD.disabled_at OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.email IS NOT OLD.email OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN DELETE FROM password_token WHERE user_id = NEW.id; END;
CREATE TRIGGER user_forgets_devices AFTER UPDATE OF email, email_key, password_hash ON user WHEN NEW.email IS NOT OLD.email OR NEW.email_key IS NOT OLD.email_key OR (NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version) BEGIN UPDATE user SET devices_since = max(NEW.updated_at, coalesce(OLD.devices_since + 1, 0), coalesce((SELECT max(created_at) FROM login_session WHERE user_id = NEW.id AND revoked_at IS NULL), 0)), totp_pending = NULL, totp_pending_at = NULL WHERE id = NEW.id; END;
CREATE TRIGGER payment_keep_update BEFORE UPDATE ON payment BEGIN SELECT RAISE(ABORT, 'payment is append-only'); END;
CREATE TRIGGER credit_note_keep_insert BEFORE INSERT ON credit_note WHEN NEW.seq <> -1 AND EXISTS (SELECT 1 FROM credit_note WHERE seq = NEW.seq) OR EXISTS (SELECT 1 FROM credit_note WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'credit_note is append-only'); END;
CREATE TRIGGER credit_note_keep_update BEFORE UPDATE ON credit_note BEGIN SELECT RAISE(ABORT, 'credit_note is append-only'); END;
CREATE TRIGGER credit_note_keep_delete BEFORE DELETE ON credit_note BEGIN SELECT RAISE(ABORT, 'credit_note is append-only'); END;
CREATE TRIGGER patient_identifiers_insert AFTER INSERT ON patient WHEN NEW.identifiers IS NOT NULL BEGIN INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE NEW.deleted_at IS NULL OR NEW.merged_into IS NOT NULL; END;
CREATE TRIGGER patient_identifiers_update AFTER UPDATE OF identifiers, deleted_at ON patient WHEN NEW.identifiers IS NOT OLD.identifiers OR (OLD.identifiers IS NOT NULL AND NEW.deleted_at IS NOT OLD.deleted_at) BEGIN DELETE FROM identifier WHERE entity_id = NEW.id; INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE NEW.deleted_at IS NULL OR NEW.merged_into IS NOT NULL; END;
CREATE TRIGGER appointment_identifiers_insert AFTER INSERT ON appointment WHEN NEW.identifiers IS NOT NULL BEGIN INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE true; END;
CREATE TRIGGER appointment_identifiers_update AFTER UPDATE OF identifiers, deleted_at ON appointment WHEN NEW.identifiers IS NOT OLD.identifiers OR (OLD.identifiers IS NOT NULL AND NEW.deleted_at IS NOT OLD.deleted_at) BEGIN DELETE FROM identifier WHERE entity_id = NEW.id; INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE true; END;
