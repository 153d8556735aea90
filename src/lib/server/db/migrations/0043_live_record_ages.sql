CREATE INDEX "live_add_at" ON "live_add" USING btree ("first_at");--> statement-breakpoint
CREATE INDEX "live_event_at" ON "live_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "live_question_at" ON "live_question" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "live_viewer_at" ON "live_viewer" USING btree ("last_at");