CREATE TABLE "ceu_duties" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"cycle_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"topic" text NOT NULL,
	"due_on" date,
	CONSTRAINT "ceu_duties_topic" UNIQUE("owner_id","subject_id","key","kind")
);
--> statement-breakpoint
ALTER TABLE "ceu_duties" ADD CONSTRAINT "ceu_duties_cycle_of_owner" FOREIGN KEY ("cycle_id","owner_id") REFERENCES "public"."ceu_cycles"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ceu_duties_cycle_id_index" ON "ceu_duties" USING btree ("cycle_id");--> statement-breakpoint
-- A duty of a cycle is watched, too. No cycle has one yet: those of earlier versions have no topic with a date.
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
where y."deleted_at" is null;
--> statement-breakpoint
CREATE FUNCTION "note_duties_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "added" where "due_on" is not null;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_duties_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select n."kind", n."id" from "after" n join "before" o using ("id") where n."due_on" is distinct from o."due_on";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "forget_duties"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	delete from "reminders" r using "gone" g where r."resource_type" = g."kind" and r."resource_id" = g."id";
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "reminders_duties_added" AFTER INSERT ON "ceu_duties" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "note_duties_added"();
--> statement-breakpoint
CREATE TRIGGER "reminders_duties_changed" AFTER UPDATE ON "ceu_duties" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_duties_changed"();
--> statement-breakpoint
CREATE TRIGGER "reminders_duties_gone" AFTER DELETE ON "ceu_duties" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_duties"();
