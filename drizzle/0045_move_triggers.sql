-- From here on src/server/db/triggers.sql holds the triggers, and the start makes them after the migrations. Gone with their
-- functions are those of the migrations up to here, except of the two that keep the activity log unchanged. A schema that was
-- left by a database that was emptied goes, too.
DROP SCHEMA IF EXISTS "triggers" CASCADE;
--> statement-breakpoint
DROP FUNCTION "note_credentials_added"(), "note_credentials_changed"(), "forget_credentials"(),
	"note_cycles_added"(), "note_cycles_changed"(), "forget_cycles"(),
	"note_duties_added"(), "note_duties_changed"(), "forget_duties"(),
	"note_residence"(), "forget_residence"(),
	"note_health_records_added"(), "note_health_records_changed"(), "forget_health_records"(),
	"note_requirement_list"(), "forget_requirement_list"(), "note_requirement_lists"(), "note_requirement_lists_of_file"(),
	"note_zones_changed"(), "note_settings_changed"() CASCADE;
