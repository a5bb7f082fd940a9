-- Processes of the version before may still run. With these triggers gone and the tables empty they write in transactions.
-- The tables "ceu_versions" and "credential_counts" and the function "count_left_out_record" stay for them: drop the three
-- in the next version.
DROP FUNCTION "note_ceu_changed"() CASCADE;
--> statement-breakpoint
DROP FUNCTION "note_cycle_added"() CASCADE;
--> statement-breakpoint
DROP FUNCTION "count_credential"() CASCADE;
--> statement-breakpoint
DELETE FROM "ceu_versions";
--> statement-breakpoint
DELETE FROM "credential_counts";
