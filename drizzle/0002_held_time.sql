DROP INDEX `appointment_doctor`;--> statement-breakpoint
CREATE INDEX `appointment_doctor` ON `appointment` (`doctor_id`,`starts_at`) WHERE instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;
--> statement-breakpoint
-- What lasts less than a minute holds a minute from now on.
UPDATE appointment SET ends_at = starts_at + 60000 WHERE ends_at < starts_at + 60000;
