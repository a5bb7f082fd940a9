CREATE TABLE "notice_dismissals" (
	"owner_id" text NOT NULL,
	"notice" text NOT NULL,
	"dismissed_at" timestamp (3) with time zone NOT NULL,
	"dismissed_until" timestamp (3) with time zone,
	CONSTRAINT "notice_dismissals_owner_id_notice_pk" PRIMARY KEY("owner_id","notice")
);
--> statement-breakpoint
ALTER TABLE "notice_dismissals" ADD CONSTRAINT "notice_dismissals_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;