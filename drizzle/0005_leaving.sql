CREATE TABLE "account_removals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"folder" text NOT NULL,
	"email_hash" text NOT NULL,
	"email" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"bytes_gone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "account_removals_started_at_index" ON "account_removals" USING btree ("started_at");--> statement-breakpoint
-- What was written beside a deletion, when nothing held it back yet.
DELETE FROM "audit_records" a WHERE NOT EXISTS (SELECT FROM "users" u WHERE u."id" = a."user_id");
--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_deleted_at_index" ON "files" USING btree ("deleted_at");
--> statement-breakpoint
-- Append-only: a record never changes, and goes only after its account has gone.
CREATE FUNCTION "keep_audit_records"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	if tg_op = 'DELETE' and not exists (select from "users" where "id" = old."user_id") then
		return old;
	end if;
	raise exception 'audit records are never changed' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
CREATE TRIGGER "audit_records_kept" BEFORE UPDATE OR DELETE ON "audit_records" FOR EACH ROW EXECUTE FUNCTION "keep_audit_records"();
