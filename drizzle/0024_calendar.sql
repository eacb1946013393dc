CREATE TABLE `appointment_series` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`patient_id` text NOT NULL,
	`every_weeks` integer NOT NULL,
	`skipped` text NOT NULL,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_series_id_unique` ON `appointment_series` (`id`);--> statement-breakpoint
CREATE INDEX `appointment_series_patient` ON `appointment_series` (`patient_id`);--> statement-breakpoint
CREATE TABLE `appointment_type` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`name` text NOT NULL,
	`minutes` integer NOT NULL,
	`buffer_before` integer NOT NULL,
	`buffer_after` integer NOT NULL,
	`department_ids` text NOT NULL,
	`doctor_ids` text NOT NULL,
	`catalog_id` text,
	`bookable_online` integer NOT NULL,
	`min_notice_hours` integer NOT NULL,
	`needs` text,
	`needs_key` text,
	`retired_at` integer,
	FOREIGN KEY (`catalog_id`) REFERENCES `catalog_item`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_type_id_unique` ON `appointment_type` (`id`);--> statement-breakpoint
CREATE INDEX `appointment_type_live` ON `appointment_type` (`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `calendar_resource` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`kind_key` text NOT NULL,
	`department_id` text,
	FOREIGN KEY (`department_id`) REFERENCES `department`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_resource_id_unique` ON `calendar_resource` (`id`);--> statement-breakpoint
CREATE INDEX `calendar_resource_live` ON `calendar_resource` (`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `calendar_resource_kind` ON `calendar_resource` (`kind_key`,`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `calendar_resource_department` ON `calendar_resource` (`department_id`,`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `calendar_hold` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`behind` text,
	`doctor_id` text NOT NULL,
	`department_id` text,
	`type_id` text,
	`schedule` text NOT NULL,
	`expected_duration_minutes` real NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`buffer_before` integer NOT NULL,
	`buffer_after` integer NOT NULL,
	`busy_from` integer GENERATED ALWAYS AS (starts_at - buffer_before * 60000) VIRTUAL,
	`busy_until` integer GENERATED ALWAYS AS (ends_at + buffer_after * 60000) VIRTUAL,
	`resource_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`department_id`) REFERENCES `department`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`type_id`) REFERENCES `appointment_type`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resource_id`) REFERENCES `calendar_resource`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `calendar_hold_doctor` ON `calendar_hold` (`doctor_id`,`busy_from`,`busy_until`,`expires_at`,`account_id`);--> statement-breakpoint
CREATE INDEX `calendar_hold_resource` ON `calendar_hold` (`resource_id`,`busy_from`,`busy_until`,`expires_at`,`account_id`) WHERE resource_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `calendar_hold_account` ON `calendar_hold` (`account_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `calendar_hold_expiry` ON `calendar_hold` (`expires_at`);--> statement-breakpoint
DROP INDEX `appointment_doctor`;--> statement-breakpoint
ALTER TABLE `appointment` ADD `type_id` text REFERENCES appointment_type(id);--> statement-breakpoint
ALTER TABLE `appointment` ADD `buffer_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `appointment` ADD `buffer_after` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `appointment` ADD `busy_from` integer GENERATED ALWAYS AS (starts_at - buffer_before * 60000) VIRTUAL;--> statement-breakpoint
ALTER TABLE `appointment` ADD `busy_until` integer GENERATED ALWAYS AS (ends_at + buffer_after * 60000) VIRTUAL;--> statement-breakpoint
ALTER TABLE `appointment` ADD `resource_id` text REFERENCES calendar_resource(id);--> statement-breakpoint
ALTER TABLE `appointment` ADD `series_id` text REFERENCES appointment_series(id);--> statement-breakpoint
CREATE INDEX `appointment_resource` ON `appointment` (`resource_id`,`busy_from`,`busy_until`,`patient_id`) WHERE resource_id IS NOT NULL AND instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;--> statement-breakpoint
CREATE INDEX `appointment_doctor_long` ON `appointment` (`doctor_id`,`busy_from`,`busy_until`,`patient_id`) WHERE busy_until - busy_from > 14400000 AND instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;--> statement-breakpoint
CREATE INDEX `appointment_resource_long` ON `appointment` (`resource_id`,`busy_from`,`busy_until`,`patient_id`) WHERE resource_id IS NOT NULL AND busy_until - busy_from > 14400000 AND instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;--> statement-breakpoint
CREATE INDEX `appointment_resource_starts` ON `appointment` (`resource_id`,`starts_at`) WHERE resource_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointment_of_type` ON `appointment` (`type_id`) WHERE type_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointment_of_series` ON `appointment` (`series_id`,`starts_at`) WHERE series_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointment_doctor` ON `appointment` (`doctor_id`,`busy_from`,`busy_until`,`patient_id`) WHERE instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;
