CREATE TABLE "requirement_lists" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"requested_by" text,
	"items" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "requirement_lists" ADD CONSTRAINT "requirement_lists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requirement_lists_owner_id_starts_on_id_index" ON "requirement_lists" USING btree ("owner_id","starts_on","id");--> statement-breakpoint
CREATE INDEX "requirement_lists_deleted_at_index" ON "requirement_lists" USING btree ("deleted_at");--> statement-breakpoint
-- Lists with a first day are watched, too. Whether anything of one is left to do is computed when it is planned. The view
-- is extended as it is, whatever other migrations have added to it.
DO $$ begin
	execute 'create or replace view "watched" as ' || rtrim(pg_get_viewdef('"watched"'::regclass), E'; \n') || '
	union all
	select ''requirementList'', l."id", l."owner_id", l."name", l."starts_on", null::integer, null::text, null::date,
		null::numeric, null::numeric, null::jsonb, null::jsonb, null::uuid
	from "requirement_lists" l where l."deleted_at" is null and l."starts_on" is not null';
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_requirement_list"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id") values ('requirementList', new."id");
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "forget_requirement_list"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	delete from "reminders" where "resource_type" = 'requirementList' and "resource_id" = old."id";
	return null;
end $$;
--> statement-breakpoint
-- What an owner holds decides whether anything of their lists is left: all of them are planned again, once a statement.
CREATE FUNCTION "note_requirement_lists"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "changed");
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_requirement_lists_of_file"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" = new."owner_id";
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "reminders_requirement_list_changed" AFTER INSERT OR UPDATE ON "requirement_lists" FOR EACH ROW EXECUTE FUNCTION "note_requirement_list"();
--> statement-breakpoint
CREATE TRIGGER "reminders_requirement_list_gone" AFTER DELETE ON "requirement_lists" FOR EACH ROW EXECUTE FUNCTION "forget_requirement_list"();
--> statement-breakpoint
CREATE TRIGGER "requirements_credentials_added" AFTER INSERT ON "credentials" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_credentials_changed" AFTER UPDATE ON "credentials" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_credentials_gone" AFTER DELETE ON "credentials" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_entries_added" AFTER INSERT ON "ceu_entries" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_entries_changed" AFTER UPDATE ON "ceu_entries" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_entries_gone" AFTER DELETE ON "ceu_entries" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_file_deleted" AFTER UPDATE OF "deleted_at" ON "files" FOR EACH ROW
WHEN (old."deleted_at" is distinct from new."deleted_at") EXECUTE FUNCTION "note_requirement_lists_of_file"();
--> statement-breakpoint
CREATE TRIGGER "requirements_health_added" AFTER INSERT ON "health_records" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_health_changed" AFTER UPDATE ON "health_records" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
--> statement-breakpoint
CREATE TRIGGER "requirements_health_gone" AFTER DELETE ON "health_records" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_requirement_lists"();
