CREATE INDEX "company_name" ON "company" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "trade_phone" ON "trade" USING btree (("address"->>'phone'));--> statement-breakpoint
CREATE INDEX "payment_provider_no" ON "payment" USING btree ("provider_no") WHERE "payment"."provider_no" is not null;