CREATE TABLE `calendar_feed` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`doctor_id` text,
	`department_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`doctor_id`) REFERENCES `doctor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`department_id`) REFERENCES `department`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feed_id_unique` ON `calendar_feed` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feed_token_hash_unique` ON `calendar_feed` (`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feed_user` ON `calendar_feed` (`user_id`,`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `webhook` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`deleted_at` integer,
	`url` text NOT NULL,
	`types` text NOT NULL,
	`description` text,
	`secret` text NOT NULL,
	`former_secret` text,
	`former_secret_until` integer,
	`disabled_at` integer,
	`disabled_because` text,
	`failing_since` integer,
	`cursor` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_id_unique` ON `webhook` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_live` ON `webhook` (`seq`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`webhook_seq` integer NOT NULL,
	`event_seq` integer NOT NULL,
	`attempts` integer NOT NULL,
	`status` integer,
	`attempted_at` integer,
	`next_at` integer,
	PRIMARY KEY(`webhook_seq`, `event_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_delivery_due` ON `webhook_delivery` (`webhook_seq`,`next_at`) WHERE next_at IS NOT NULL;
