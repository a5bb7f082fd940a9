CREATE TABLE "credential_counts" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"kept" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credential_counts" ADD CONSTRAINT "credential_counts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Room for the next count in the same page.
ALTER TABLE "credential_counts" SET (fillfactor = 50);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_credentials_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "added" where "expires_at" is not null
	union all
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "added");
	insert into "credential_counts" as c ("owner_id", "kept")
	select "owner_id", count(*) from "added" where "deleted_at" is null group by "owner_id" order by "owner_id"
	on conflict ("owner_id") do update set "kept" = c."kept" + excluded."kept";
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "count_credential"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	update "credential_counts" set "kept" = "kept" + case when tg_op = 'UPDATE' and new."deleted_at" is null then 1 else -1 end
	where "owner_id" = old."owner_id";
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "counted_credential_changed" AFTER UPDATE ON "credentials" FOR EACH ROW
WHEN ((old."deleted_at" is null) <> (new."deleted_at" is null)) EXECUTE FUNCTION "count_credential"();
--> statement-breakpoint
CREATE TRIGGER "counted_credential_gone" AFTER DELETE ON "credentials" FOR EACH ROW
WHEN (old."deleted_at" is null) EXECUTE FUNCTION "count_credential"();
--> statement-breakpoint
INSERT INTO "credential_counts" SELECT "owner_id", count(*) FROM "credentials" WHERE "deleted_at" IS NULL GROUP BY "owner_id";
