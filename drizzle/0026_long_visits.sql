CREATE INDEX `appointment_doctor_long` ON `appointment` (`doctor_id`,`busy_from`,`busy_until`,`patient_id`) WHERE busy_until - busy_from > 14400000 AND instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;--> statement-breakpoint
CREATE INDEX `appointment_resource_long` ON `appointment` (`resource_id`,`busy_from`,`busy_until`,`patient_id`) WHERE resource_id IS NOT NULL AND busy_until - busy_from > 14400000 AND instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
    ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0;
