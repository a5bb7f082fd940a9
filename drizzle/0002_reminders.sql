CREATE TABLE "calendar_feeds" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "reminder_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminder_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"resource_type" text NOT NULL,
	"resource_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reminder_id" uuid NOT NULL,
	"owner_id" text NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"send_after" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"at" timestamp (3) with time zone,
	CONSTRAINT "reminder_deliveries_once" UNIQUE("reminder_id","channel")
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"lead_days" integer NOT NULL,
	"step" text NOT NULL,
	"remind_on" date NOT NULL,
	"remind_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"snoozed_until" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "reminders_rung_once" UNIQUE("resource_id","resource_type","due_on","lead_days")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "installation_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_deliveries" ADD CONSTRAINT "reminder_deliveries_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_deliveries" ADD CONSTRAINT "reminder_deliveries_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD CONSTRAINT "reminder_settings_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_owner_id_index" ON "push_subscriptions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "reminder_deliveries_waiting" ON "reminder_deliveries" USING btree ("send_after") WHERE "reminder_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "reminder_deliveries_owner_id_channel_at_index" ON "reminder_deliveries" USING btree ("owner_id","channel","at");--> statement-breakpoint
CREATE INDEX "reminder_deliveries_failed" ON "reminder_deliveries" USING btree ("at") WHERE "reminder_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_one_next" ON "reminders" USING btree ("resource_id","resource_type") WHERE "reminders"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("remind_at","owner_id") WHERE "reminders"."state" = 'scheduled';--> statement-breakpoint
CREATE INDEX "reminders_owner_id_state_remind_at_id_index" ON "reminders" USING btree ("owner_id","state","remind_at","id");--> statement-breakpoint
-- What lapses, in one place: a license, a certification or a cycle of CE, and nothing that is deleted.
CREATE VIEW "watched" AS
select "kind" as "resource_type", "id" as "resource_id", "owner_id", coalesce("title", "name") as "title",
	"expires_at" as "due_on", "reminder_days", "code",
	null::date as "cycle_start", null::numeric as "required_hours", null::numeric as "hours_completed",
	null::jsonb as "topics", null::jsonb as "topics_completed"
from "credentials" where "deleted_at" is null
union all
select 'ceuCycle', y."id", y."owner_id", 'CE for ' || coalesce(c."title", c."name", y."state", 'a renewal'),
	y."cycle_end", null, null, y."cycle_start", y."required_hours", y."hours_completed", y."topics", y."topics_completed"
from "ceu_cycles" y left join "credentials" c on c."id" = coalesce(y."license_id", y."certification_id")
where y."deleted_at" is null;
--> statement-breakpoint
-- From here on every change notes in its own transaction what has to be planned anew, whoever makes it.
CREATE FUNCTION "note_credentials_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "added" where "expires_at" is not null;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_credentials_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select n."kind", n."id" from "after" n join "before" o using ("id")
	where (n."expires_at", n."reminder_days", n."code", n."deleted_at")
		is distinct from (o."expires_at", o."reminder_days", o."code", o."deleted_at");
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_cycles_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id") select 'ceuCycle', "id" from "added";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_cycles_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'ceuCycle', n."id" from "after" n join "before" o using ("id")
	where (n."cycle_end", n."required_hours", n."hours_completed", n."topics", n."topics_completed", n."deleted_at")
		is distinct from (o."cycle_end", o."required_hours", o."hours_completed", o."topics", o."topics_completed", o."deleted_at");
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "forget_credentials"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	delete from "reminders" r using "gone" g where r."resource_type" = g."kind" and r."resource_id" = g."id";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "forget_cycles"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	delete from "reminders" r using "gone" g where r."resource_type" = 'ceuCycle' and r."resource_id" = g."id";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_zones_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select w."resource_type", w."resource_id" from "after" n join "before" o using ("id") join "watched" w on w."owner_id" = n."id"
	where n."time_zone" is distinct from o."time_zone" and w."due_on" is not null;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_settings_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select w."resource_type", w."resource_id" from "after" n join "watched" w on w."owner_id" = n."owner_id"
	where w."due_on" is not null;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "reminders_credentials_added" AFTER INSERT ON "credentials" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "note_credentials_added"();
--> statement-breakpoint
CREATE TRIGGER "reminders_credentials_changed" AFTER UPDATE ON "credentials" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_credentials_changed"();
--> statement-breakpoint
CREATE TRIGGER "reminders_credentials_gone" AFTER DELETE ON "credentials" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_credentials"();
--> statement-breakpoint
CREATE TRIGGER "reminders_cycles_added" AFTER INSERT ON "ceu_cycles" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "note_cycles_added"();
--> statement-breakpoint
CREATE TRIGGER "reminders_cycles_changed" AFTER UPDATE ON "ceu_cycles" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_cycles_changed"();
--> statement-breakpoint
CREATE TRIGGER "reminders_cycles_gone" AFTER DELETE ON "ceu_cycles" REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_cycles"();
--> statement-breakpoint
CREATE TRIGGER "reminders_zone_changed" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_zones_changed"();
--> statement-breakpoint
CREATE TRIGGER "reminders_settings_added" AFTER INSERT ON "reminder_settings" REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_settings_changed"();
--> statement-breakpoint
CREATE TRIGGER "reminders_settings_changed" AFTER UPDATE ON "reminder_settings" REFERENCING NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "note_settings_changed"();
--> statement-breakpoint
-- What is in the vaults already.
INSERT INTO "reminder_changes" ("resource_type", "resource_id") SELECT "resource_type", "resource_id" FROM "watched" WHERE "due_on" IS NOT NULL;
