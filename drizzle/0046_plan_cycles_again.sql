-- What a rule requires apart from CE changed without planning its cycles again.
INSERT INTO "reminder_changes" ("resource_type", "resource_id")
SELECT 'ceuCycle', "id" FROM "ceu_cycles" WHERE "deleted_at" IS NULL AND coalesce("rule_record", "rule") IS NOT NULL;
