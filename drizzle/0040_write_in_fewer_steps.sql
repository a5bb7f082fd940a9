CREATE FUNCTION "count_left_out_record"("record_id" uuid, "user_id" text, "action" text, "resource" text, "severity" text, "at" timestamptz, "user_agent" text, "session_id" text, "hour" timestamptz) RETURNS void LANGUAGE plpgsql AS $$ begin
	insert into "audit_overflows" ("user_id", "action", "resource", "hour", "record_id", "left_out") values ($2, $3, $4, $9, $1, 1)
	on conflict on constraint "audit_overflows_user_id_action_resource_hour_pk" do update set "left_out" = "audit_overflows"."left_out" + 1;
	if exists (select from "audit_overflows" o where o."record_id" = $1) then
		insert into "audit_records" ("id", "user_id", "action", "resource", "severity", "metadata", "timestamp", "user_agent", "session_id")
		values ($1, $2, $3, $4, $5, '{}', $6, $7, $8);
	end if;
end $$;
--> statement-breakpoint
-- A function for each event of a credential instead of two.
CREATE OR REPLACE FUNCTION "note_credentials_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "added" where "expires_at" is not null
	union all
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "added");
	return null;
end $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_credentials_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select n."kind", n."id" from "after" n join "before" o using ("id")
	where (n."expires_at", n."reminder_days", n."code", n."deleted_at", n."archived_at")
		is distinct from (o."expires_at", o."reminder_days", o."code", o."deleted_at", o."archived_at")
	union all
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "after");
	return null;
end $$;
--> statement-breakpoint
DROP TRIGGER "requirements_credentials_added" ON "credentials";
--> statement-breakpoint
DROP TRIGGER "requirements_credentials_changed" ON "credentials";
