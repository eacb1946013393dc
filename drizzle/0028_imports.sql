CREATE TABLE `external_id` (
	`entity` text NOT NULL,
	`value` text NOT NULL,
	`system` text NOT NULL,
	`entity_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`entity`, `value`, `system`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `external_id_entity` ON `external_id` (`entity_id`);--> statement-breakpoint
CREATE TABLE `import_claim` (
	`job_id` text NOT NULL,
	`key` text NOT NULL,
	`record` integer NOT NULL,
	`detail` text,
	PRIMARY KEY(`job_id`, `key`, `record`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `import_job` (
	`id` text PRIMARY KEY NOT NULL,
	`entity` text NOT NULL,
	`format` text NOT NULL,
	`source` text NOT NULL,
	`encoding` text NOT NULL,
	`mapping` text,
	`locale` text,
	`date_order` text,
	`on_duplicate` text NOT NULL,
	`state` text NOT NULL,
	`file` text,
	`size` integer,
	`shape` text,
	`start_offset` integer,
	`start_line` integer,
	`run` integer NOT NULL,
	`is_trial` integer,
	`actor` text,
	`actor_role` text,
	`actor_scope` text,
	`url` text,
	`chunk` integer NOT NULL,
	`offset` integer NOT NULL,
	`line` integer NOT NULL,
	`rows` integer NOT NULL,
	`created` integer NOT NULL,
	`failed` integer NOT NULL,
	`duplicate` integer NOT NULL,
	`known` integer NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`created_by` text,
	`started_at` integer,
	`ended_at` integer,
	`progressed_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `import_job_state` ON `import_job` (`state`,`progressed_at`);--> statement-breakpoint
CREATE INDEX `import_job_expires` ON `import_job` (`expires_at`);--> statement-breakpoint
CREATE INDEX `import_job_created` ON `import_job` (`created_at`);
--> statement-breakpoint
CREATE TRIGGER doctor_external_id AFTER UPDATE OF deleted_at ON doctor WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM external_id WHERE entity_id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER department_external_id AFTER UPDATE OF deleted_at ON department WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM external_id WHERE entity_id = NEW.id; END;
--> statement-breakpoint
CREATE TRIGGER catalog_item_external_id AFTER UPDATE OF deleted_at ON catalog_item WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL BEGIN DELETE FROM external_id WHERE entity_id = NEW.id; END;
