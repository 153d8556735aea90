CREATE TABLE "trace_pack" (
	"merchant_id" integer NOT NULL,
	"code" text NOT NULL,
	"parent" text NOT NULL,
	CONSTRAINT "trace_pack_merchant_id_code_pk" PRIMARY KEY("merchant_id","code"),
	CONSTRAINT "trace_pack_within" CHECK ("trace_pack"."code" <> "trace_pack"."parent")
);
--> statement-breakpoint
ALTER TABLE "trace_pack" ADD CONSTRAINT "trace_pack_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trace_pack_parent" ON "trace_pack" USING btree ("merchant_id","parent");