CREATE INDEX "order_no_end" ON "order" USING btree (reverse("no") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "order_paid" ON "order" USING btree ("paid_at","no");