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
DROP INDEX `appointment_doctor`;--> statement-breakpoint
CREATE INDEX `appointment_doctor` ON `appointment` (`doctor_id`,`starts_at`,`ends_at`,`patient_id`) WHERE instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `patient_deleted` ON `patient` (`id`) WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER doctor_hours_department_ids_insert AFTER INSERT ON doctor_hours BEGIN INSERT INTO search_term (kind, term, seq) SELECT 'doctor_hours:department_ids', value, NEW.seq FROM json_each(NEW.department_ids); END;
--> statement-breakpoint
CREATE TRIGGER doctor_hours_department_ids_update AFTER UPDATE OF department_ids ON doctor_hours WHEN NEW.department_ids <> OLD.department_ids BEGIN DELETE FROM search_term WHERE kind = 'doctor_hours:department_ids' AND seq = NEW.seq AND term IN (SELECT value FROM json_each(OLD.department_ids) EXCEPT SELECT value FROM json_each(NEW.department_ids)); INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT 'doctor_hours:department_ids', value, NEW.seq FROM json_each(NEW.department_ids) WHERE value NOT IN (SELECT value FROM json_each(OLD.department_ids)); END;
