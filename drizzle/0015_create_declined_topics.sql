CREATE TABLE "declined_topics" (
	"owner_id" text NOT NULL,
	"label" text NOT NULL,
	"topic" text NOT NULL,
	"declined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "declined_topics_owner_id_label_topic_pk" PRIMARY KEY("owner_id","label","topic")
);
--> statement-breakpoint
ALTER TABLE "declined_topics" ADD CONSTRAINT "declined_topics_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;