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
CREATE INDEX `export_job_expires` ON `export_job` (`expires_at`);
