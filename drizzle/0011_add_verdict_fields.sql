ALTER TABLE "credentials" ADD COLUMN "never_expires" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "required_for_work" boolean;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_never_expires" CHECK (not "credentials"."never_expires" or "credentials"."expires_at" is null);--> statement-breakpoint
-- Archived credentials are not watched either.
CREATE OR REPLACE VIEW "watched" AS
select "kind" as "resource_type", "id" as "resource_id", "owner_id", coalesce("title", "name") as "title",
	"expires_at" as "due_on", "reminder_days", "code",
	null::date as "cycle_start", null::numeric as "required_hours", null::numeric as "hours_completed",
	null::jsonb as "topics", null::jsonb as "topics_completed"
from "credentials" where "deleted_at" is null and "archived_at" is null
union all
select 'ceuCycle', y."id", y."owner_id", 'CE for ' || coalesce(c."title", c."name", y."state", 'a renewal'),
	y."cycle_end", null, null, y."cycle_start", y."required_hours", y."hours_completed", y."topics", y."topics_completed"
from "ceu_cycles" y left join "credentials" c on c."id" = coalesce(y."license_id", y."certification_id")
where y."deleted_at" is null;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_credentials_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select n."kind", n."id" from "after" n join "before" o using ("id")
	where (n."expires_at", n."reminder_days", n."code", n."deleted_at", n."archived_at")
		is distinct from (o."expires_at", o."reminder_days", o."code", o."deleted_at", o."archived_at");
	return null;
end $$;
