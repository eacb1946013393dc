CREATE INDEX `file_deleted` ON `file` (`entity_id`,`seq`) WHERE deleted_at IS NOT NULL;
