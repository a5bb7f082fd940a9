CREATE TABLE "ceu_versions" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"changes" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ceu_versions" ADD CONSTRAINT "ceu_versions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Room for the next version in the same page.
ALTER TABLE "ceu_versions" SET (fillfactor = 50);
--> statement-breakpoint
-- Once in a transaction: a version is the transaction that wrote the row.
CREATE FUNCTION "note_ceu_changed"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	update "ceu_versions" set "changes" = "changes" + 1
	where "owner_id" = coalesce(new."owner_id", old."owner_id") and xmin <> pg_current_xact_id()::xid;
	return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION "note_cycle_added"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	insert into "ceu_versions" as v ("owner_id", "changes") values (new."owner_id", 1)
	on conflict ("owner_id") do update set "changes" = v."changes" + 1 where v.xmin <> pg_current_xact_id()::xid;
	return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "versioned_cycle_added" AFTER INSERT ON "ceu_cycles" FOR EACH ROW EXECUTE FUNCTION "note_cycle_added"();
--> statement-breakpoint
-- The columns that counting reads: a sum that it writes is no change of what it depends on.
CREATE TRIGGER "versioned_cycle_changed" AFTER UPDATE OF "cycle_start", "cycle_end", "license_id", "certification_id", "topics", "rule", "rule_record", "carried_over_hours", "deleted_at" ON "ceu_cycles" FOR EACH ROW EXECUTE FUNCTION "note_ceu_changed"();
--> statement-breakpoint
CREATE TRIGGER "versioned_cycle_gone" AFTER DELETE ON "ceu_cycles" FOR EACH ROW EXECUTE FUNCTION "note_ceu_changed"();
--> statement-breakpoint
-- Not of "file_id": a purged file is taken off its entry without the owner's lock, and counting does not depend on it. Nothing
-- changes the cycles of an entry, or the hours accepted there, without changing the entry.
CREATE TRIGGER "versioned_entry_changed" AFTER INSERT OR UPDATE OF "cycle_id", "title", "provider", "hours", "amount", "unit", "kind", "completed_at", "topic_tags", "topic_hours", "holder_name", "approved_by", "provider_number", "notes", "updated_at", "deleted_at", "deleted_with_cycle_id" OR DELETE ON "ceu_entries" FOR EACH ROW EXECUTE FUNCTION "note_ceu_changed"();
--> statement-breakpoint
INSERT INTO "ceu_versions" SELECT "owner_id", 1 FROM "ceu_cycles" GROUP BY "owner_id";
