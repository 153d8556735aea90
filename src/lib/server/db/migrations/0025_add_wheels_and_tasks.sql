CREATE TABLE "points_task" (
	"id" serial PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"points" integer NOT NULL,
	"chances" integer NOT NULL,
	"wheel_id" integer,
	"merchant_id" integer,
	"payer" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"monthly" integer,
	"stopped_at" timestamp with time zone,
	"token" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "points_task_token_unique" UNIQUE("token"),
	CONSTRAINT "points_task_kind_known" CHECK ("points_task"."kind" in ('first_order', 'papers', 'scan')),
	CONSTRAINT "points_task_payer_known" CHECK ("points_task"."payer" in ('platform', 'merchant')),
	CONSTRAINT "points_task_not_negative" CHECK ("points_task"."points" >= 0 and "points_task"."chances" >= 0),
	CONSTRAINT "points_task_days_in_order" CHECK ("points_task"."starts_at" <= "points_task"."ends_at"),
	CONSTRAINT "points_task_gain" CHECK ("points_task"."points" + "points_task"."chances" > 0),
	CONSTRAINT "points_task_wheel" CHECK (("points_task"."chances" > 0) = ("points_task"."wheel_id" is not null)),
	CONSTRAINT "points_task_payer" CHECK ("points_task"."payer" = 'platform' or "points_task"."merchant_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "points_task_done" (
	"task_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"source" text NOT NULL,
	"month" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "points_task_done_task_id_company_id_source_pk" PRIMARY KEY("task_id","company_id","source")
);
--> statement-breakpoint
CREATE TABLE "wheel" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"per_sign" integer DEFAULT 0 NOT NULL,
	"per_order" integer DEFAULT 0 NOT NULL,
	"per_amount" bigint DEFAULT 0 NOT NULL,
	"points_price" integer DEFAULT 0 NOT NULL,
	"points_daily" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone,
	"sealed_secret" text,
	"secret_hash" text,
	"secret" text,
	"closed_at" timestamp with time zone,
	"tickets" integer DEFAULT 0 NOT NULL,
	"drawn" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wheel_once" UNIQUE("token"),
	CONSTRAINT "wheel_times_in_order" CHECK ("wheel"."starts_at" <= "wheel"."ends_at"),
	CONSTRAINT "wheel_not_negative" CHECK ("wheel"."per_sign" >= 0 and "wheel"."per_order" >= 0 and "wheel"."per_amount" >= 0 and "wheel"."points_price" >= 0 and "wheel"."points_daily" >= 0 and "wheel"."drawn" >= 0),
	CONSTRAINT "wheel_not_overdrawn" CHECK ("wheel"."drawn" <= "wheel"."tickets"),
	CONSTRAINT "wheel_sealed" CHECK (("wheel"."opened_at" is null) = ("wheel"."secret_hash" is null) and ("wheel"."opened_at" is null) = ("wheel"."sealed_secret" is null)),
	CONSTRAINT "wheel_published" CHECK (("wheel"."closed_at" is null) = ("wheel"."secret" is null) and ("wheel"."closed_at" is null or "wheel"."opened_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "wheel_chance" (
	"id" serial PRIMARY KEY NOT NULL,
	"wheel_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"count" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wheel_chance_once" UNIQUE("wheel_id","source","source_id"),
	CONSTRAINT "wheel_chance_source_known" CHECK ("wheel_chance"."source" in ('sign_in', 'order', 'points', 'mall', 'task', 'desk')),
	CONSTRAINT "wheel_chance_not_overused" CHECK ("wheel_chance"."used" between 0 and "wheel_chance"."count" and "wheel_chance"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "wheel_draw" (
	"id" serial PRIMARY KEY NOT NULL,
	"wheel_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text,
	"chance_id" integer NOT NULL,
	"prize_id" integer NOT NULL,
	"version_no" integer NOT NULL,
	"token" text NOT NULL,
	"buyer_seed" text NOT NULL,
	"ticket" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wheel_draw_seq" UNIQUE("wheel_id","seq"),
	CONSTRAINT "wheel_draw_ticket" UNIQUE("wheel_id","ticket"),
	CONSTRAINT "wheel_draw_token" UNIQUE("company_id","wheel_id","token"),
	CONSTRAINT "wheel_draw_positive" CHECK ("wheel_draw"."seq" > 0 and "wheel_draw"."ticket" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wheel_prize" (
	"id" serial PRIMARY KEY NOT NULL,
	"wheel_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"cost" bigint NOT NULL,
	"count" integer NOT NULL,
	"drawn" integer DEFAULT 0 NOT NULL,
	"points" integer,
	"value" bigint,
	"threshold" bigint,
	"days" integer,
	"goods_id" integer,
	CONSTRAINT "wheel_prize_kind_known" CHECK ("wheel_prize"."kind" in ('points', 'coupon', 'voucher', 'thing', 'nothing')),
	CONSTRAINT "wheel_prize_not_negative" CHECK ("wheel_prize"."cost" >= 0 and "wheel_prize"."drawn" >= 0 and "wheel_prize"."points" >= 0 and "wheel_prize"."value" >= 0 and "wheel_prize"."threshold" >= 0 and "wheel_prize"."days" >= 0),
	CONSTRAINT "wheel_prize_not_overdrawn" CHECK ("wheel_prize"."drawn" <= "wheel_prize"."count"),
	CONSTRAINT "wheel_prize_worth" CHECK ("wheel_prize"."cost" <= 5000000)
);
--> statement-breakpoint
CREATE TABLE "wheel_slot" (
	"wheel_id" integer NOT NULL,
	"place" integer NOT NULL,
	"ticket" integer NOT NULL,
	CONSTRAINT "wheel_slot_wheel_id_place_pk" PRIMARY KEY("wheel_id","place"),
	CONSTRAINT "wheel_slot_not_negative" CHECK ("wheel_slot"."place" >= 0 and "wheel_slot"."ticket" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wheel_version" (
	"wheel_id" integer NOT NULL,
	"no" integer NOT NULL,
	"from_seq" integer NOT NULL,
	"deck" jsonb NOT NULL,
	"root" text NOT NULL,
	"tickets" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wheel_version_wheel_id_no_pk" PRIMARY KEY("wheel_id","no"),
	CONSTRAINT "wheel_version_positive" CHECK ("wheel_version"."no" > 0 and "wheel_version"."from_seq" > 0 and "wheel_version"."tickets" > 0)
);
--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_kind_known";--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_of_company";--> statement-breakpoint
ALTER TABLE "points_task" ADD CONSTRAINT "points_task_wheel_id_wheel_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."wheel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_task" ADD CONSTRAINT "points_task_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_task_done" ADD CONSTRAINT "points_task_done_task_id_points_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."points_task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_task_done" ADD CONSTRAINT "points_task_done_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_chance" ADD CONSTRAINT "wheel_chance_wheel_id_wheel_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."wheel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_chance" ADD CONSTRAINT "wheel_chance_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_chance" ADD CONSTRAINT "wheel_chance_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_draw" ADD CONSTRAINT "wheel_draw_wheel_id_wheel_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."wheel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_draw" ADD CONSTRAINT "wheel_draw_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_draw" ADD CONSTRAINT "wheel_draw_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_draw" ADD CONSTRAINT "wheel_draw_chance_id_wheel_chance_id_fk" FOREIGN KEY ("chance_id") REFERENCES "public"."wheel_chance"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_draw" ADD CONSTRAINT "wheel_draw_prize_id_wheel_prize_id_fk" FOREIGN KEY ("prize_id") REFERENCES "public"."wheel_prize"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_prize" ADD CONSTRAINT "wheel_prize_wheel_id_wheel_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."wheel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_prize" ADD CONSTRAINT "wheel_prize_goods_id_points_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."points_goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_slot" ADD CONSTRAINT "wheel_slot_wheel_id_wheel_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."wheel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_version" ADD CONSTRAINT "wheel_version_wheel_id_wheel_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."wheel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "points_task_on" ON "points_task" USING btree ("kind") WHERE stopped_at is null;--> statement-breakpoint
CREATE INDEX "points_task_done_company" ON "points_task_done" USING btree ("company_id","task_id","month");--> statement-breakpoint
CREATE INDEX "wheel_times" ON "wheel" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "wheel_chance_company" ON "wheel_chance" USING btree ("wheel_id","company_id");--> statement-breakpoint
CREATE INDEX "wheel_chance_left" ON "wheel_chance" USING btree ("company_id","wheel_id","id") WHERE used < count;--> statement-breakpoint
CREATE INDEX "wheel_draw_company" ON "wheel_draw" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "wheel_draw_prize" ON "wheel_draw" USING btree ("prize_id");--> statement-breakpoint
CREATE INDEX "wheel_prize_wheel" ON "wheel_prize" USING btree ("wheel_id","position");--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_kind_known" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon', 'surplus', 'undo_receipt', 'low_price', 'owner_phone', 'setting', 'staff_totp', 'merchant_close', 'wheel_open', 'order_refund'));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_of_company" CHECK (("balance_correction"."company_id" is null) = ("balance_correction"."kind" in ('setting', 'staff_totp', 'merchant_close', 'wheel_open')));