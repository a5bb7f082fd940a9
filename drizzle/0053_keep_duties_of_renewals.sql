ALTER TABLE "renewals" ADD COLUMN "duties" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
-- Reminders of a renewal count from the last day to apply.
INSERT INTO "reminder_changes" ("resource_type", "resource_id")
SELECT "kind", "id" FROM "credentials" WHERE "deleted_at" IS NULL AND "archived_at" IS NULL AND "expires_at" IS NOT NULL;
