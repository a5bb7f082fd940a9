-- New accounts begin 30 days ahead; those that exist and never chose keep the days that they had by default.
INSERT INTO "reminder_settings" ("owner_id", "settings", "updated_at")
SELECT "id", '{"hour":9,"digest":"each","isWeeklyAfter":true,"leads":[120,90,60,30,14,7,1,0],"kinds":{"license":{"leads":null,"email":true},"certification":{"leads":null,"email":true},"ceuCycle":{"leads":null,"email":true}},"channels":{"email":true,"push":true,"webhook":true}}'::jsonb, now() FROM "users"
ON CONFLICT ("owner_id") DO NOTHING;
