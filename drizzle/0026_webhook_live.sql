CREATE INDEX `webhook_live` ON `webhook` (`seq`) WHERE deleted_at IS NULL;
