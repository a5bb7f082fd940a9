CREATE TABLE "lookups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"credential_id" uuid NOT NULL,
	"looked_up_on" date NOT NULL,
	"place" text NOT NULL,
	"status" text NOT NULL,
	"expires_at" date,
	"last_four" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "residences" DROP CONSTRAINT "residences_day";--> statement-breakpoint
ALTER TABLE "residences" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lookups" ADD CONSTRAINT "lookups_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookups" ADD CONSTRAINT "lookups_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lookups_credential_id_looked_up_on_created_at_index" ON "lookups" USING btree ("credential_id","looked_up_on","created_at");--> statement-breakpoint
CREATE INDEX "lookups_owner_id_index" ON "lookups" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "lookups_deleted_at_index" ON "lookups" USING btree ("deleted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "residences_day" ON "residences" USING btree ("owner_id","from") WHERE "residences"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "residences_owner_id_index" ON "residences" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "residences_deleted_at_index" ON "residences" USING btree ("deleted_at");--> statement-breakpoint
-- A residence in the trash is neither watched, nor does it end the watching of another.
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
);
