CREATE TABLE "audit_overflows" (
	"user_id" text NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"record_id" uuid NOT NULL,
	"left_out" integer NOT NULL,
	CONSTRAINT "audit_overflows_user_id_action_resource_hour_pk" PRIMARY KEY("user_id","action","resource","hour"),
	CONSTRAINT "audit_overflows_recordId_unique" UNIQUE("record_id")
);
--> statement-breakpoint
ALTER TABLE "audit_overflows" ADD CONSTRAINT "audit_overflows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- As of the records themselves: a count only grows, and goes only after its account has gone.
CREATE FUNCTION "keep_audit_overflows"() RETURNS trigger LANGUAGE plpgsql AS $$ begin
	if tg_op = 'DELETE' then
		if not exists (select from "users" where "id" = old."user_id") then
			return old;
		end if;
	elsif new."left_out" > old."left_out"
		and (new."user_id", new."action", new."resource", new."hour", new."record_id")
			= (old."user_id", old."action", old."resource", old."hour", old."record_id") then
		return new;
	end if;
	raise exception 'audit records are never changed' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
CREATE TRIGGER "audit_overflows_kept" BEFORE UPDATE OR DELETE ON "audit_overflows" FOR EACH ROW EXECUTE FUNCTION "keep_audit_overflows"();
