CREATE TABLE `identifier` (
	`seq` integer PRIMARY KEY NOT NULL,
	`system` text NOT NULL,
	`value` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`element` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `identifier_value` ON `identifier` (`value`,`system`);--> statement-breakpoint
CREATE INDEX `identifier_entity` ON `identifier` (`entity_id`);--> statement-breakpoint
ALTER TABLE `login_session` ADD `scope` text;--> statement-breakpoint
CREATE INDEX `appointment_updated` ON `appointment` (`updated_at`);--> statement-breakpoint
CREATE INDEX `file_updated` ON `file` (`updated_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_updated` ON `invoice` (`updated_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `patient_updated` ON `patient` (`updated_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `patient_dob` ON `patient` (`dob`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER patient_leaves_identifiers AFTER UPDATE OF deleted_at ON patient WHEN NEW.deleted_at IS NOT NULL AND NEW.merged_into IS NULL BEGIN DELETE FROM identifier WHERE entity_id = NEW.id; END;
