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
--> statement-breakpoint
CREATE INDEX `export_job_actor` ON `export_job` (`actor`);--> statement-breakpoint
CREATE INDEX `export_job_expires` ON `export_job` (`expires_at`);--> statement-breakpoint
CREATE TABLE `identifier` (
	`value` text NOT NULL,
	`system` text NOT NULL,
	`entity_id` text NOT NULL,
	PRIMARY KEY(`value`, `system`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `identifier_entity` ON `identifier` (`entity_id`);--> statement-breakpoint
ALTER TABLE `appointment` ADD `identifiers` text;--> statement-breakpoint
CREATE INDEX `appointment_updated` ON `appointment` (`updated_at`);--> statement-breakpoint
ALTER TABLE `patient` ADD `identifiers` text;--> statement-breakpoint
CREATE INDEX `patient_updated` ON `patient` (`updated_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `patient_dob` ON `patient` (`dob`) WHERE deleted_at IS NULL;--> statement-breakpoint
ALTER TABLE `login_session` ADD `scope` text;--> statement-breakpoint
CREATE INDEX `file_updated` ON `file` (`updated_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `invoice_updated` ON `invoice` (`updated_at`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER patient_identifiers_insert AFTER INSERT ON patient WHEN NEW.identifiers IS NOT NULL BEGIN INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE NEW.deleted_at IS NULL OR NEW.merged_into IS NOT NULL; END;
--> statement-breakpoint
CREATE TRIGGER patient_identifiers_update AFTER UPDATE OF identifiers, deleted_at ON patient WHEN NEW.identifiers IS NOT OLD.identifiers OR (OLD.identifiers IS NOT NULL AND NEW.deleted_at IS NOT OLD.deleted_at) BEGIN DELETE FROM identifier WHERE entity_id = NEW.id; INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE NEW.deleted_at IS NULL OR NEW.merged_into IS NOT NULL; END;
--> statement-breakpoint
CREATE TRIGGER appointment_identifiers_insert AFTER INSERT ON appointment WHEN NEW.identifiers IS NOT NULL BEGIN INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE true; END;
--> statement-breakpoint
CREATE TRIGGER appointment_identifiers_update AFTER UPDATE OF identifiers, deleted_at ON appointment WHEN NEW.identifiers IS NOT OLD.identifiers OR (OLD.identifiers IS NOT NULL AND NEW.deleted_at IS NOT OLD.deleted_at) BEGIN DELETE FROM identifier WHERE entity_id = NEW.id; INSERT INTO identifier (value, system, entity_id) SELECT value ->> 'value', value ->> 'system', NEW.id FROM json_each(NEW.identifiers) WHERE true; END;
