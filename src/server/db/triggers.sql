-- Every trigger function of Lanyard and every trigger, as they are now. db/triggers.ts makes them at a start, after the
-- migrations and in the same transaction, if the database has those of another text: the schema "triggers" is then dropped
-- with all that is in it. To change a trigger, change it here; to remove one, delete it here.
--
-- A trigger is for what every writer must do and a feature cannot say itself, because it may not import the feature that
-- needs it (ARCHITECTURE.md, "Dependency order"): planning reminders again.
--
-- Only the two functions that keep the activity log unchanged are in migrations (drizzle/0005_leaving.sql and
-- drizzle/0012_add_audit_overflows.sql): the role of deploy/audit-role.sql runs this file and may not replace them.
--
-- src/server/reminders/triggers.test.ts changes each column that planning reads, and fails if no trigger notes it.

-- REMINDERS: each change notes in its own transaction which resources of the view "watched" have to be planned again.

-- Of resources that are removed for good, no reminder stays. The arguments are their types.
create function triggers.forget_reminders() returns trigger language plpgsql as $$ begin
	delete from "reminders" where "resource_type" = any(tg_argv) and "resource_id" in (select "id" from "gone");
	return null;
end $$;

-- Credentials: the credential itself, the CE cycles that it was chosen for instead of CE, and the requirement lists of its
-- owner, which may ask for it.
create function triggers.note_credentials_added() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "added" where "expires_at" is not null
	union all
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "added");
	return null;
end $$;
create function triggers.note_credentials_changed() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select n."kind", n."id" from "after" n join "before" o using ("id")
	where (n."expires_at", n."reminder_days", n."code", n."state", n."type", n."deleted_at", n."archived_at")
		is distinct from (o."expires_at", o."reminder_days", o."code", o."state", o."type", o."deleted_at", o."archived_at")
	union all
	select 'ceuCycle', y."id" from "after" n join "before" o using ("id") join "ceu_cycles" y on y."owner_id" = n."owner_id"
	where n."kind" = 'certification' and y."need_answers" @> jsonb_build_array(jsonb_build_object('credentialId', n."id"))
		and (n."expires_at", n."code", n."name", n."deleted_at") is distinct from (o."expires_at", o."code", o."name", o."deleted_at")
	union all
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "after");
	return null;
end $$;
create trigger reminders_credentials_added after insert on "credentials"
	referencing new table as "added" for each statement execute function triggers.note_credentials_added();
create trigger reminders_credentials_changed after update on "credentials"
	referencing old table as "before" new table as "after" for each statement execute function triggers.note_credentials_changed();
create trigger reminders_credentials_gone after delete on "credentials"
	referencing old table as "gone" for each statement execute function triggers.forget_reminders('license', 'certification');

-- Renewals: their credential, for which the last day to apply no longer matters once one is submitted.
create function triggers.note_credentials_of_renewals() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select c."kind", c."id" from "credentials" c
	where c."expires_at" is not null and c."id" in (select "credential_id" from "changed");
	return null;
end $$;
create trigger reminders_renewals_added after insert on "renewals"
	referencing new table as "changed" for each statement execute function triggers.note_credentials_of_renewals();
create trigger reminders_renewals_changed after update on "renewals"
	referencing new table as "changed" for each statement execute function triggers.note_credentials_of_renewals();
create trigger reminders_renewals_gone after delete on "renewals"
	referencing old table as "changed" for each statement execute function triggers.note_credentials_of_renewals();

-- Rule packs: every credential, because other rules may have other last days to apply.
create function triggers.note_rules_changed() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "credentials" where "deleted_at" is null and "archived_at" is null and "expires_at" is not null;
	return null;
end $$;
create trigger reminders_rules_changed after update of "activated_at" on "rule_packs"
	for each statement execute function triggers.note_rules_changed();

-- CE cycles: the cycle, when its end or anything that decides whether it is done changes. The hours come first: they
-- change most often, and nothing after a difference is compared.
create function triggers.note_cycles_added() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id") select 'ceuCycle', "id" from "added";
	return null;
end $$;
create function triggers.note_cycles_changed() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'ceuCycle', n."id" from "after" n join "before" o using ("id")
	where (n."hours_completed", n."topics_completed", n."cycle_start", n."cycle_end", n."required_hours", n."topics", n."deleted_at",
			n."need_answers", n."way_id", n."answers", n."rule_record", n."rule")
		is distinct from (o."hours_completed", o."topics_completed", o."cycle_start", o."cycle_end", o."required_hours", o."topics",
			o."deleted_at", o."need_answers", o."way_id", o."answers", o."rule_record", o."rule");
	return null;
end $$;
-- The practice log can meet what a rule requires apart from CE.
create function triggers.note_cycles_of_practice() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'ceuCycle', y."id" from "ceu_cycles" y
	where y."deleted_at" is null and coalesce(y."rule_record", y."rule") is not null
		and y."owner_id" in (select "owner_id" from "changed");
	return null;
end $$;
create trigger reminders_cycles_added after insert on "ceu_cycles"
	referencing new table as "added" for each statement execute function triggers.note_cycles_added();
create trigger reminders_cycles_changed after update on "ceu_cycles"
	referencing old table as "before" new table as "after" for each statement execute function triggers.note_cycles_changed();
create trigger reminders_cycles_gone after delete on "ceu_cycles"
	referencing old table as "gone" for each statement execute function triggers.forget_reminders('ceuCycle');
create trigger reminders_practice_added after insert on "competency_records"
	referencing new table as "changed" for each statement execute function triggers.note_cycles_of_practice();
create trigger reminders_practice_changed after update on "competency_records"
	referencing new table as "changed" for each statement execute function triggers.note_cycles_of_practice();
create trigger reminders_practice_gone after delete on "competency_records"
	referencing old table as "changed" for each statement execute function triggers.note_cycles_of_practice();

-- Topics of a cycle with a due date of their own.
create function triggers.note_duties_added() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select "kind", "id" from "added" where "due_on" is not null;
	return null;
end $$;
create function triggers.note_duties_changed() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select n."kind", n."id" from "after" n join "before" o using ("id")
	where (n."due_on", n."cycle_id") is distinct from (o."due_on", o."cycle_id");
	return null;
end $$;
create trigger reminders_duties_added after insert on "ceu_duties"
	referencing new table as "added" for each statement execute function triggers.note_duties_added();
create trigger reminders_duties_changed after update on "ceu_duties"
	referencing old table as "before" new table as "after" for each statement execute function triggers.note_duties_changed();
create trigger reminders_duties_gone after delete on "ceu_duties"
	referencing old table as "gone" for each statement execute function triggers.forget_reminders('ceuDeadline', 'ceuRunOut');

-- Applications after a move: all of the owner, because a residence can end the need for an earlier one, and a multistate
-- license of another state, or of the new one, decides whether there is a need at all.
create function triggers.note_residences() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'moveDeadline', "id" from "residences"
	where "owner_id" = coalesce(new."owner_id", old."owner_id") and "apply_by" is not null;
	return null;
end $$;
create trigger reminders_residences_changed after insert or update or delete on "residences"
	for each row execute function triggers.note_residences();
create trigger reminders_residences_gone after delete on "residences"
	referencing old table as "gone" for each statement execute function triggers.forget_reminders('moveDeadline');
create trigger reminders_multistate_added after insert on "credentials" for each row
	when (new."multistate") execute function triggers.note_residences();
create trigger reminders_multistate_changed after update on "credentials" for each row
	when ((new."multistate" or old."multistate")
		and (new."multistate", new."state", new."type", new."expires_at", new."deleted_at", new."archived_at")
			is distinct from (old."multistate", old."state", old."type", old."expires_at", old."deleted_at", old."archived_at"))
	execute function triggers.note_residences();

-- Health records: a record may replace an older one, or no longer replace it, so that all of the owner's records of its
-- kind are planned again.
create function triggers.note_health_records_added() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'healthRecord', h."id" from "health_records" h
	where h."due_on" is not null and (h."owner_id", h."kind") in (select "owner_id", "kind" from "added");
	return null;
end $$;
create function triggers.note_health_records_changed() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'healthRecord', h."id" from "health_records" h
	where (h."owner_id", h."kind") in (
		select n."owner_id", unnest(array[n."kind", o."kind"]) from "after" n join "before" o using ("id")
		where (n."kind", n."performed_on", n."due_on", n."deleted_at")
			is distinct from (o."kind", o."performed_on", o."due_on", o."deleted_at")
	);
	return null;
end $$;
create trigger reminders_health_records_added after insert on "health_records"
	referencing new table as "added" for each statement execute function triggers.note_health_records_added();
create trigger reminders_health_records_changed after update on "health_records"
	referencing old table as "before" new table as "after" for each statement execute function triggers.note_health_records_changed();
create trigger reminders_health_records_gone after delete on "health_records"
	referencing old table as "gone" for each statement execute function triggers.forget_reminders('healthRecord');

-- Requirement lists: a list when it changes, and all lists of an owner when anything changes that they may ask for.
create function triggers.note_requirement_list() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id") values ('requirementList', new."id");
	return null;
end $$;
create function triggers.note_requirement_lists() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" in (select "owner_id" from "changed");
	return null;
end $$;
create function triggers.note_requirement_lists_of_file() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select 'requirementList', l."id" from "requirement_lists" l
	where l."deleted_at" is null and l."starts_on" is not null and l."owner_id" = new."owner_id";
	return null;
end $$;
create trigger reminders_requirement_lists_changed after insert or update on "requirement_lists"
	for each row execute function triggers.note_requirement_list();
create trigger reminders_requirement_lists_gone after delete on "requirement_lists"
	referencing old table as "gone" for each statement execute function triggers.forget_reminders('requirementList');
create trigger requirements_credentials_gone after delete on "credentials"
	referencing old table as "changed" for each statement execute function triggers.note_requirement_lists();
create trigger requirements_entries_added after insert on "ceu_entries"
	referencing new table as "changed" for each statement execute function triggers.note_requirement_lists();
create trigger requirements_entries_changed after update on "ceu_entries"
	referencing new table as "changed" for each statement execute function triggers.note_requirement_lists();
create trigger requirements_entries_gone after delete on "ceu_entries"
	referencing old table as "changed" for each statement execute function triggers.note_requirement_lists();
create trigger requirements_health_added after insert on "health_records"
	referencing new table as "changed" for each statement execute function triggers.note_requirement_lists();
create trigger requirements_health_changed after update on "health_records"
	referencing new table as "changed" for each statement execute function triggers.note_requirement_lists();
create trigger requirements_health_gone after delete on "health_records"
	referencing old table as "changed" for each statement execute function triggers.note_requirement_lists();
create trigger requirements_file_deleted after update of "deleted_at" on "files" for each row
	when (old."deleted_at" is distinct from new."deleted_at") execute function triggers.note_requirement_lists_of_file();

-- What an owner sets: everything of the owner that can be due.
create function triggers.note_zones_changed() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select w."resource_type", w."resource_id" from "after" n join "before" o using ("id") join "watched" w on w."owner_id" = n."id"
	where n."time_zone" is distinct from o."time_zone" and w."due_on" is not null;
	return null;
end $$;
create function triggers.note_settings_changed() returns trigger language plpgsql as $$ begin
	insert into "reminder_changes" ("resource_type", "resource_id")
	select w."resource_type", w."resource_id" from "after" n join "watched" w on w."owner_id" = n."owner_id"
	where w."due_on" is not null;
	return null;
end $$;
create trigger reminders_zone_changed after update on "users"
	referencing old table as "before" new table as "after" for each statement execute function triggers.note_zones_changed();
create trigger reminders_settings_added after insert on "reminder_settings"
	referencing new table as "after" for each statement execute function triggers.note_settings_changed();
create trigger reminders_settings_changed after update on "reminder_settings"
	referencing new table as "after" for each statement execute function triggers.note_settings_changed();
