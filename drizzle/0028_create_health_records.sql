CREATE TABLE "health_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"performed_on" date,
	"due_on" date,
	"details" text NOT NULL,
	"sealed_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "health_records" ADD CONSTRAINT "health_records_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "health_records_owner_id_performed_on_id_index" ON "health_records" USING btree ("owner_id","performed_on","id");--> statement-breakpoint
CREATE INDEX "health_records_deleted_at_index" ON "health_records" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "health_records_sealed_by_id_index" ON "health_records" USING btree ("sealed_by","id");
--> statement-breakpoint
-- Health records are watched, too. The title does not say what kind of record it is: the code does, for those who may know.
-- An older record of a kind of which only the newest one counts is not watched.
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
where r."deleted_at" is null and r."apply_by" is not null and r."applied_on" is null
and not exists (
	select 1 from "residences" n
	where n."owner_id" = r."owner_id" and n."deleted_at" is null and n."from" > r."from" and n."from" <= r."apply_by" and n."state" <> r."state"
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
)
union all
select 'healthRecord', h."id", h."owner_id", 'A health record',
	h."due_on", null, h."kind", null, null, null, null, null, null
from "health_records" h
where h."deleted_at" is null
and not (
	h."kind" in ('tb_test', 'influenza', 'physical', 'fit_test', 'drug_screen', 'background_check')
	and exists (
		select 1 from "health_records" n
		where n."owner_id" = h."owner_id" and n."kind" = h."kind" and n."deleted_at" is null
		and n."performed_on" > h."performed_on"
	)
);
--> statement-breakpoint
-- A record may replace an older one, or no longer replace it: all of the owner's records of its kind are planned again.
CREATE FUNCTION "note_health_records_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'healthRecord', h."id" from "health_records" h
	where h."due_on" is not null and (h."owner_id", h."kind") in (select "owner_id", "kind" from "added");
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_health_records_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'healthRecord', h."id" from "health_records" h
	where (h."owner_id", h."kind") in (
		select n."owner_id", n."kind" from "after" n join "before" o using ("id")
		where (n."performed_on", n."due_on", n."deleted_at") is distinct from (o."performed_on", o."due_on", o."deleted_at")
	);
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "forget_health_records"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	delete from "reminders" r using "gone" g where r."resource_type" = 'healthRecord' and r."resource_id" = g."id";
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "reminders_health_records_added" AFTER INSERT ON "health_records" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "note_health_records_added"();
--> statement-breakpoint
CREATE TRIGGER "reminders_health_records_changed" AFTER UPDATE ON "health_records" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_health_records_changed"();
--> statement-breakpoint
CREATE TRIGGER "reminders_health_records_gone" AFTER DELETE ON "health_records" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_health_records"();
