-- Processes of the version before may still run. With these triggers gone and the tables empty they write in transactions.
-- The tables "ceu_versions" and "credential_counts" and the function "count_left_out_record" stay for them: drop the three
-- in the next version.
DROP FUNCTION "note_ceu_changed" CASCADE;
--> statement-breakpoint
DROP FUNCTION "note_cycle_added" CASCADE;
--> statement-breakpoint
DROP FUNCTION "count_credential" CASCADE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_credentials_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "added" where "expires_at" is not null
	union all
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "added");
	return null;
end $$;
--> statement-breakpoint
DELETE FROM "ceu_versions";
--> statement-breakpoint
DELETE FROM "credential_counts";
