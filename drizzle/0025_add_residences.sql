CREATE TABLE "residences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"state" text NOT NULL,
	"place" text NOT NULL,
	"from" date NOT NULL,
	"applied_on" date,
	"apply_by" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "residences_day" UNIQUE("owner_id","from"),
	CONSTRAINT "residences_state" CHECK ("residences"."state" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
ALTER TABLE "residences" ADD CONSTRAINT "residences_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Until now a license was not multistate unless the owner said so. Nobody was asked: it is unknown.
UPDATE "credentials" SET "multistate" = null WHERE "multistate" = false;
--> statement-breakpoint
-- The application after a move is watched, too: while the owner holds a multistate license of another state and none of
-- the new one, has not applied, and did not move on within the days to apply.
CREATE OR REPLACE VIEW "watched" AS
select "kind" as "resource_type", "id" as "resource_id", "owner_id", coalesce("title", "name") as "title",
	"expires_at" as "due_on", "reminder_days", "code",
	null::date as "cycle_start", null::numeric as "required_hours", null::numeric as "hours_completed",
	null::jsonb as "topics", null::jsonb as "topics_completed", null::uuid as "cycle_id"
from "credentials" where "deleted_at" is null and "archived_at" is null
union all
select 'ceuCycle', y."id", y."owner_id", 'CE for ' || coalesce(c."title", c."name", y."state", 'a renewal'),
	y."cycle_end", null, null, y."cycle_start", y."required_hours", y."hours_completed", y."topics", y."topics_completed", y."id"
from "ceu_cycles" y left join "credentials" c on c."id" = coalesce(y."license_id", y."certification_id")
where y."deleted_at" is null
union all
select d."kind", d."id", d."owner_id", d."topic" || ' for ' || coalesce(c."title", c."name", y."state", 'a renewal'),
	d."due_on", null, null, null, null, null, null, null, d."cycle_id"
from "ceu_duties" d join "ceu_cycles" y on y."id" = d."cycle_id"
left join "credentials" c on c."id" = coalesce(y."license_id", y."certification_id")
where y."deleted_at" is null
union all
select 'moveDeadline', r."id", r."owner_id", 'License application in ' || r."place",
	r."apply_by", null, null, null, null, null, null, null, null
from "residences" r
where r."apply_by" is not null and r."applied_on" is null
and not exists (
	select 1 from "residences" n
	where n."owner_id" = r."owner_id" and n."from" > r."from" and n."from" <= r."apply_by" and n."state" <> r."state"
)
and exists (
	select 1 from "credentials" c
	where c."owner_id" = r."owner_id" and c."multistate" and c."deleted_at" is null and c."archived_at" is null
	and upper(c."type") in ('RN', 'LPN', 'LVN') and lower(c."state") not in (lower(r."state"), lower(r."place"))
	and (c."expires_at" is null or c."expires_at" >= r."from")
)
and not exists (
	select 1 from "credentials" c
	where c."owner_id" = r."owner_id" and c."multistate" and c."deleted_at" is null and c."archived_at" is null
	and lower(c."state") in (lower(r."state"), lower(r."place"))
);
--> statement-breakpoint
CREATE FUNCTION "note_residence"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'moveDeadline', "id" from "residences" where "owner_id" = new."owner_id" and "apply_by" is not null;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "forget_residence"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	delete from "reminders" where "resource_type" = 'moveDeadline' and "resource_id" = old."id";
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'moveDeadline', "id" from "residences" where "owner_id" = old."owner_id" and "apply_by" is not null;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "reminders_residence_changed" AFTER INSERT OR UPDATE ON "residences" FOR EACH ROW EXECUTE FUNCTION "note_residence"();
--> statement-breakpoint
CREATE TRIGGER "reminders_residence_gone" AFTER DELETE ON "residences" FOR EACH ROW EXECUTE FUNCTION "forget_residence"();
--> statement-breakpoint
CREATE TRIGGER "reminders_multistate_added" AFTER INSERT ON "credentials" FOR EACH ROW
WHEN (new."multistate") EXECUTE FUNCTION "note_residence"();
--> statement-breakpoint
CREATE TRIGGER "reminders_multistate_changed" AFTER UPDATE ON "credentials" FOR EACH ROW
WHEN ((new."multistate" or old."multistate")
	and (new."multistate", new."state", new."type", new."expires_at", new."deleted_at", new."archived_at")
		is distinct from (old."multistate", old."state", old."type", old."expires_at", old."deleted_at", old."archived_at"))
EXECUTE FUNCTION "note_residence"();
