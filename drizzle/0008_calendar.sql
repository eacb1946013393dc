ALTER TABLE `appointment` ADD `cancel_reason` text;--> statement-breakpoint
CREATE INDEX `appointment_starts` ON `appointment` (`starts_at`);--> statement-breakpoint
CREATE INDEX `appointment_doctor_starts` ON `appointment` (`doctor_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `appointment_department_starts` ON `appointment` (`department_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `appointment_patient_starts` ON `appointment` (`patient_id`,`starts_at`);
