CREATE INDEX "share_events_owner_id_id_index" ON "share_events" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "verifications_value_index" ON "verifications" USING btree ("value");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");