CREATE TABLE "second_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"last_told_at" timestamp (3) with time zone,
	"last_told_on" date,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "second_people_ownerId_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
CREATE TABLE "second_person_refusals" (
	"owner_id" text NOT NULL,
	"email_hash" text NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "second_person_refusals_owner_id_email_hash_pk" PRIMARY KEY("owner_id","email_hash")
);
--> statement-breakpoint
CREATE TABLE "second_person_tellings" (
	"person_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"is_past" boolean NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "second_person_tellings_person_id_resource_id_due_on_is_past_pk" PRIMARY KEY("person_id","resource_id","due_on","is_past")
);
--> statement-breakpoint
ALTER TABLE "second_people" ADD CONSTRAINT "second_people_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_person_refusals" ADD CONSTRAINT "second_person_refusals_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_person_tellings" ADD CONSTRAINT "second_person_tellings_person_id_second_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."second_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_people_check" ON "second_people" USING btree ("check_at") WHERE "second_people"."state" = 'confirmed';