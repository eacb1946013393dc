CREATE TABLE `note` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`appointment_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`title` text,
	`text` text NOT NULL,
	`signed_at` integer,
	`signed_by` text,
	`addenda` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`patient_id`) REFERENCES `patient`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `note_id_unique` ON `note` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `note_visit` ON `note` (`appointment_id`,`doctor_id`);--> statement-breakpoint
CREATE INDEX `note_patient` ON `note` (`patient_id`);--> statement-breakpoint
CREATE INDEX `note_updated` ON `note` (`updated_at`);--> statement-breakpoint
CREATE INDEX `note_draft` ON `note` (`doctor_id`) WHERE signed_at IS NULL;--> statement-breakpoint
ALTER TABLE `appointment` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `appointment` ADD `notes` text;--> statement-breakpoint
ALTER TABLE `appointment` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `dob_precision` text;--> statement-breakpoint
CREATE INDEX `credit_note_created` ON `credit_note` (`created_at`);
--> statement-breakpoint
CREATE TRIGGER note_keep_insert BEFORE INSERT ON note WHEN EXISTS (SELECT 1 FROM note WHERE (seq = NEW.seq OR id = NEW.id OR (appointment_id = NEW.appointment_id AND doctor_id = NEW.doctor_id)) AND signed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'a signed note is final'); END;
--> statement-breakpoint
CREATE TRIGGER note_keep_replace BEFORE UPDATE OF seq, id, appointment_id, doctor_id ON note WHEN EXISTS (SELECT 1 FROM note WHERE (seq = NEW.seq OR id = NEW.id OR (appointment_id = NEW.appointment_id AND doctor_id = NEW.doctor_id)) AND seq <> OLD.seq AND signed_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'a signed note is final'); END;
--> statement-breakpoint
CREATE TRIGGER note_keep_update BEFORE UPDATE ON note WHEN OLD.signed_at IS NOT NULL AND (NEW.seq IS NOT OLD.seq OR NEW.id IS NOT OLD.id OR NEW.created_at IS NOT OLD.created_at OR NEW.created_by IS NOT OLD.created_by OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.appointment_id IS NOT OLD.appointment_id OR NEW.doctor_id IS NOT OLD.doctor_id OR NEW.title IS NOT OLD.title OR NEW.text IS NOT OLD.text OR NEW.signed_at IS NOT OLD.signed_at OR NEW.signed_by IS NOT OLD.signed_by OR substr(NEW.addenda, 1, length(OLD.addenda) - 1) IS NOT substr(OLD.addenda, 1, length(OLD.addenda) - 1) OR NOT json_valid(NEW.addenda)) BEGIN SELECT RAISE(ABORT, 'a signed note is final'); END;
--> statement-breakpoint
CREATE TRIGGER note_keep_delete BEFORE DELETE ON note WHEN OLD.signed_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'a signed note is final'); END;
