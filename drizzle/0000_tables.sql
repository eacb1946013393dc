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
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`department_id`) REFERENCES `department`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_id_unique` ON `appointment` (`id`);--> statement-breakpoint
CREATE INDEX `appointment_doctor` ON `appointment` (`doctor_id`,`starts_at`) WHERE status = 'SCEDULED';--> statement-breakpoint
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
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `catalog_item_id_unique` ON `catalog_item` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `catalog_item_code` ON `catalog_item` (`code_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `catalog_item_by_code` ON `catalog_item` (`code`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `catalog_item_name` ON `catalog_item` (`name`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `catalog_item_category` ON `catalog_item` (`category`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `catalog_item_price` ON `catalog_item` (`default_price`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `department_id_unique` ON `department` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `department_code` ON `department` (`code_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `department_live` ON `department` (`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `doctor_id_unique` ON `doctor` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `doctor_reg_number` ON `doctor` (`reg_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `doctor_license` ON `doctor` (`license_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `doctor_live` ON `doctor` (`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `file_id_unique` ON `file` (`id`);--> statement-breakpoint
CREATE INDEX `file_entity` ON `file` (`entity_id`,`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
	`terms` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_id_unique` ON `invoice` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_reg_number` ON `invoice` (`reg_number`);--> statement-breakpoint
CREATE INDEX `invoice_patient` ON `invoice` (`patient_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_appointment` ON `invoice` (`appointment_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_issue` ON `invoice` (`issue_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_due` ON `invoice` (`due_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_total` ON `invoice` (`total_amount`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_status` ON `invoice` (`status`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_status_issue` ON `invoice` (`status`,`issue_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_status_due` ON `invoice` (`status`,`due_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_status_total` ON `invoice` (`status`,`total_amount`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `patient_id_unique` ON `patient` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `patient_reg_number` ON `patient` (`reg_number`);--> statement-breakpoint
CREATE INDEX `patient_live` ON `patient` (`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
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
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_entity` ON `audit` (`entity_id`);--> statement-breakpoint
CREATE TABLE `counter` (
	`kind` text NOT NULL,
	`term` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`kind`, `term`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotency_key` (
	`actor` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`entity_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`actor`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_key_age` ON `idempotency_key` (`created_at`);--> statement-breakpoint
CREATE TABLE `search_term` (
	`kind` text NOT NULL,
	`term` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`kind`, `term`, `seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `login_failure` (
	`email_hash` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`wait_until` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `login_failure_age` ON `login_failure` (`updated_at`);--> statement-breakpoint
CREATE TABLE `login_session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `login_session_user` ON `login_session` (`user_id`);--> statement-breakpoint
CREATE INDEX `login_session_expiry` ON `login_session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `refresh_token` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `login_session`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `refresh_token_session` ON `refresh_token` (`session_id`);--> statement-breakpoint
CREATE INDEX `refresh_token_expiry` ON `refresh_token` (`expires_at`);--> statement-breakpoint
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
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `user_id_unique` ON `user` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email_key`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `user_username` ON `user` (`username_key`) WHERE deleted_at IS NULL;
