CREATE INDEX `appointment_resource_starts` ON `appointment` (`resource_id`,`starts_at`) WHERE resource_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `calendar_resource_department` ON `calendar_resource` (`department_id`,`seq`) WHERE deleted_at IS NULL;
